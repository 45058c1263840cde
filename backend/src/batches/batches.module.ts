import { Module } from '@nestjs/common';
import { GenerationModule } from '../generation';
import { StoryAiModule } from '../story-ai';
import { ZapsModule } from '../zaps';
import { BatchPrices } from './batch-prices';
import { CancelBatchHandler } from './domain/cancel-batch';
import { PauseBatchHandler } from './domain/pause-batch';
import { ResumeBatchHandler } from './domain/resume-batch';
import { RetryBatchHandler } from './domain/retry-batch';
import { StartBatchHandler } from './domain/start-batch';
import { BatchRequests } from './http/batch-requests';
import { BatchesController } from './http/batches.controller';
import { BatchQueries } from './views/batch-queries';
import { BatchRepository } from './workers/batch-repository';
import { BeginBatch } from './workers/begin-batch';
import { CancelBatchJobs } from './workers/cancel-batch-jobs';
import { DescribeBatchScene } from './workers/describe-batch-scene';
import { EndBatchScene } from './workers/end-batch-scene';
import { RunBatchScene } from './workers/run-batch-scene';

@Module({
  imports: [GenerationModule, StoryAiModule, ZapsModule],
  controllers: [BatchesController],
  providers: [
    StartBatchHandler,
    PauseBatchHandler,
    ResumeBatchHandler,
    CancelBatchHandler,
    RetryBatchHandler,
    BatchRequests,
    BatchPrices,
    BatchQueries,
    BatchRepository,
    BeginBatch,
    RunBatchScene,
    DescribeBatchScene,
    EndBatchScene,
    CancelBatchJobs,
  ],
})
export class BatchesModule {}
