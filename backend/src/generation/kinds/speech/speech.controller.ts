import { pipeline } from 'node:stream/promises';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import {
  generateSpeechRequestSchema,
  generateSpeechResponseSchema,
  generateStoryAudioRequestSchema,
  projectSchema,
  speechSampleQuerySchema,
  speechVoicesSchema,
} from '@storyreel/contracts';
import type { GenerateSpeechResponse, Project, SpeechVoices } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers, WritesFile } from '../../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { ProjectQueries } from '../../../projects/storyboard';
import { SpeechRequests } from './speech-requests';
import { SpeechSamples } from './speech-samples';
import { StoryAudioRequests } from './story-audio';
import { VoiceList } from './voices';

class GenerateSpeechDto extends createZodDto(generateSpeechRequestSchema) {}
class SpeechSampleQueryDto extends createZodDto(speechSampleQuerySchema) {}

@Controller('api')
export class SpeechController {
  constructor(
    private readonly requests: SpeechRequests,
    private readonly list: VoiceList,
    private readonly samples: SpeechSamples,
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
      // Players close the connection when they have received enough.
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

class GenerateStoryAudioDto extends createZodDto(generateStoryAudioRequestSchema) {}

@Controller('api/projects/:projectId/story-audio')
export class StoryAudioController {
  constructor(
    private readonly requests: StoryAudioRequests,
    private readonly projects: ProjectQueries,
  ) {}

  @Post()
  @Idempotent()
  @Answers(generateSpeechResponseSchema)
  generate(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Body() { idempotencyKey: _, ...wish }: GenerateStoryAudioDto,
    @CommandId() commandId: string,
  ): Promise<GenerateSpeechResponse> {
    return this.requests.request(user.id, projectId, wish, commandId);
  }

  @Post('cancel')
  @Answers(projectSchema)
  async cancel(@CurrentUser() user: SessionUser, @Param('projectId', IdPipe) projectId: string): Promise<Project> {
    await this.requests.cancel(user.id, projectId);
    return this.projects.one(projectId, user.id);
  }
}
