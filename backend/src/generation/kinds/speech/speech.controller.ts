import { pipeline } from 'node:stream/promises';
import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import {
  generateSpeechRequestSchema,
  type GenerateSpeechResponse,
  generateSpeechResponseSchema,
  speechSampleQuerySchema,
  type SpeechVoices,
  speechVoicesSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { CommandId, Idempotent } from '../../../platform/idempotency';
import { Answers, WritesFile } from '../../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../platform/sessions';
import { SpeechRequests } from './speech-requests';
import { SpeechSamples } from './speech-samples';
import { VoiceList } from './voice-list';

class GenerateSpeechDto extends createZodDto(generateSpeechRequestSchema) {}
class SpeechSampleQueryDto extends createZodDto(speechSampleQuerySchema) {}

@Controller('api')
export class SpeechController {
  constructor(
    @Inject(SpeechRequests) private readonly requests: SpeechRequests,
    @Inject(VoiceList) private readonly list: VoiceList,
    @Inject(SpeechSamples) private readonly samples: SpeechSamples,
  ) {}

  @Get('speech/voices')
  @Answers(speechVoicesSchema)
  voices(): Promise<SpeechVoices> {
    return this.list.present();
  }

  @Get('speech/sample')
  @WritesFile('audio/*')
  async sample(
    @CurrentUser() user: SessionUser,
    @Query() query: SpeechSampleQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const sample = await this.samples.find(user.id, query);
    const { object } = sample;
    const bytes = await sample.read();
    response.setHeader('content-type', object.contentType);
    response.setHeader('content-length', object.size);
    response.setHeader('cache-control', 'private, max-age=86400');
    response.setHeader('x-content-type-options', 'nosniff');
    try {
      await pipeline(bytes, response);
    } catch (error) {
      // Players close the connection as soon as they have what they need.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    }
  }

  @Post('generate-speech')
  @Idempotent({ target: ['sceneId'] })
  @Answers(generateSpeechResponseSchema)
  generate(
    @CurrentUser() user: SessionUser,
    @Body() body: GenerateSpeechDto,
    @CommandId() commandId: string,
  ): Promise<GenerateSpeechResponse> {
    return this.requests.request(user.id, body, commandId);
  }
}
