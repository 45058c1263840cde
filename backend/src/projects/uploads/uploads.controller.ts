import { Body, Controller, Param, Post, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import {
  type FinalizedUpload,
  finalizeRequestSchema,
  finalizeResponseSchema,
  receiveResponseSchema,
  uploadQuerySchema,
  uploadResponseSchema,
} from '@storyreel/contracts';
import type { Request } from 'express';
import { createZodDto } from 'nestjs-zod';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { UploadsService } from './uploads.service';

class UploadQueryDto extends createZodDto(uploadQuerySchema) {}
class FinalizeDto extends createZodDto(finalizeRequestSchema) {}

@Controller('api')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post(['upload', 'objects/upload'])
  @Answers(uploadResponseSchema)
  begin(@CurrentUser() user: SessionUser, @Query() query: UploadQueryDto): Promise<{ uploadURL: string }> {
    return this.uploads.begin(user.id, query);
  }

  @Put('uploads/:token')
  @ApiConsumes('image/*', 'video/*', 'audio/*')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @Answers(receiveResponseSchema)
  receive(
    @CurrentUser() user: SessionUser,
    @Param('token') token: string,
    @Req() request: Request,
  ): Promise<{ size: number }> {
    return this.uploads.receive(user.id, token, request);
  }

  @Post('objects/finalize')
  @Answers(finalizeResponseSchema)
  finalize(@CurrentUser() user: SessionUser, @Body() body: FinalizeDto): Promise<FinalizedUpload> {
    return this.uploads.finalize(user.id, body.uploadURL, body.visibility);
  }
}
