import { Controller, HttpCode, Post, Query, Req } from '@nestjs/common';
import { LIMITS, storyFileQuerySchema, storyFileSchema } from '@storyreel/contracts';
import type { StoryFile } from '@storyreel/contracts';
import type { Request } from 'express';
import { createZodDto } from 'nestjs-zod';
import { FileBody } from '../../infra/http/bodies/body.interceptor';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { StoryReader } from './story-reader';

class StoryFileQueryDto extends createZodDto(storyFileQuerySchema) {}

@Controller('api/story-files')
export class StoryFilesController {
  constructor(private readonly reader: StoryReader) {}

  /** Reads a story from the file in the request's body, which is not stored. */
  @Post()
  @HttpCode(200)
  @FileBody(LIMITS.storyFileBytes)
  @Answers(storyFileSchema)
  read(
    @Query() { name }: StoryFileQueryDto,
    @CurrentUser() user: SessionUser,
    @Req() request: Request,
  ): Promise<StoryFile> {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return this.reader.read(user.id, {
      bytes,
      name: name.toLowerCase(),
      mostPages: LIMITS.storyFilePages,
    });
  }
}
