import { Module } from '@nestjs/common';
import { CastModule } from '../projects/cast';
import { StoryboardModule } from '../projects/storyboard';
import { ZapsModule } from '../money/zaps';
import { CastReferences } from './cast-references';
import { GenerationRequests } from './http/generation-requests';
import { RerunRequests } from './kinds/rerun-requests';
import { kinds } from './kinds';
import { FilmQueries } from './kinds/film/film-job.view';
import { FilmRequests } from './kinds/film/film-requests';
import { ImageRequests } from './kinds/image/image-requests';
import { SpeechRequests } from './kinds/speech/speech-requests';
import { VideoRequests } from './kinds/video/video-requests';
import { SourcePictures } from './source-pictures';
import { ClosePaidWork } from './workers/close-paid-work';
import { GenerationJobRepository } from './workers/generation-job.repository';
import { FailedCalls, JobOrchestrator } from './workers/job-orchestrator';

@Module({
  imports: [CastModule, StoryboardModule, ZapsModule],
  controllers: kinds.flatMap(({ controllers }) => controllers),
  providers: [
    CastReferences,
    SourcePictures,
    GenerationRequests,
    RerunRequests,
    GenerationJobRepository,
    FailedCalls,
    JobOrchestrator,
    ClosePaidWork,
    ...kinds.flatMap(({ providers }) => providers),
  ],
  exports: [FilmQueries, ImageRequests, SpeechRequests, FilmRequests, RerunRequests, VideoRequests],
})
export class GenerationModule {}
