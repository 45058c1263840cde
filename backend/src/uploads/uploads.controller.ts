import { Body, Controller, HttpCode, Inject, Param, Post, Put, Query, Req } from '@nestjs/common';
import { finalizeRequestSchema, type FinalizedUpload, uploadQuerySchema } from '@storyreel/contracts';
import type { Request } from 'express';
import { createZodDto } from 'nestjs-zod';
import { CurrentUser, type SessionUser } from '../platform/sessions';
import { UploadsService } from './uploads.service';

class UploadQueryDto extends createZodDto(uploadQuerySchema) {}
class FinalizeDto extends createZodDto(finalizeRequestSchema) {}

@Controller('api')
export class UploadsController {
  constructor(@Inject(UploadsService) private readonly uploads: UploadsService) {}

  @Post(['upload', 'objects/upload'])
  @HttpCode(200)
  begin(@CurrentUser() user: SessionUser, @Query() query: UploadQueryDto): { uploadURL: string } {
    return this.uploads.begin(user.id, query);
  }

  @Put('uploads/:token')
  receive(
    @CurrentUser() user: SessionUser,
    @Param('token') token: string,
    @Req() request: Request,
  ): Promise<{ size: number }> {
    return this.uploads.receive(user.id, token, request);
  }

  @Post('objects/finalize')
  @HttpCode(200)
  finalize(@CurrentUser() user: SessionUser, @Body() body: FinalizeDto): Promise<FinalizedUpload> {
    return this.uploads.finalize(user.id, body.uploadURL, body.visibility);
  }
}
