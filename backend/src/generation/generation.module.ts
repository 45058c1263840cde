import { Module } from '@nestjs/common';
import { StoryboardModule } from '../storyboard';
import { ZapsModule } from '../zaps';
import { GenerationRequests } from './http/generation-requests';
import { kinds } from './kinds';
import { ClosePaidWork } from './workers/close-paid-work';
import { GenerationJobRepository } from './workers/generation-job.repository';
import { GenerationProcessManager } from './workers/generation-process-manager';

@Module({
  imports: [StoryboardModule, ZapsModule],
  controllers: kinds.flatMap(({ controllers }) => controllers),
  providers: [
    GenerationRequests,
    GenerationJobRepository,
    GenerationProcessManager,
    ClosePaidWork,
    ...kinds.flatMap(({ providers }) => providers),
  ],
})
export class GenerationModule {}
