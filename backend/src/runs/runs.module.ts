import { Module } from '@nestjs/common';
import { GenerationModule } from '../generation';
import { EventStore } from '../eventsourcing/event-store/event-store';
import { APP_CONFIG } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import { MediaStore } from '../infra/storage';
import { RecordingReader } from '../integrations/recording/run-recordings';
import { TodaysRequests } from '../integrations/recording/todays-request';
import { StoryAiModule } from '../writing/story-ai';
import { ZapsModule } from '../money/zaps';
import { StoryboardModule } from '../projects/storyboard';
import { RunDetails } from './detail/run-details';
import { RunEvents } from './detail/run-events';
import { RunAgainController } from './http/run-again.controller';
import { EndHoldController, EndRunController } from './http/end-run.controller';
import { RunsController } from './http/runs.controller';
import { LogReplayer } from './replay/log-replayer';
import { RunAccess } from './http/run-access';
import { SystemController } from './http/system.controller';
import { StuckController } from './http/stuck.controller';
import { HoldCloser } from './hold-closer';
import { RunResults } from './detail/run-results';
import { RunPresenter, RunQueries } from './views/run-queries';

@Module({
  imports: [StoryboardModule, GenerationModule, StoryAiModule, ZapsModule],
  // The order matters: RunsController would interpret `stuck`, `views` and `tail` as a run's id.
  controllers: [
    StuckController,
    SystemController,
    RunsController,
    RunAgainController,
    EndRunController,
    EndHoldController,
  ],
  providers: [
    RunAccess,
    RunDetails,
    RunEvents,
    RunPresenter,
    RunQueries,
    {
      provide: LogReplayer,
      inject: [EventStore, MediaStore, APP_CONFIG],
      useFactory: (events: EventStore, media: MediaStore, config: AppConfig) =>
        new LogReplayer(events, new RecordingReader(media), new TodaysRequests(config)),
    },
    RunResults,
    HoldCloser,
  ],
  exports: [HoldCloser],
})
export class RunsModule {}
