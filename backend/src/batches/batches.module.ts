import { Module } from '@nestjs/common';
import { GenerationModule } from '../generation';
import { StoryAiModule } from '../writing/story-ai';
import { ZapsModule } from '../money/zaps';
import { BatchPrices } from './batch-prices';
import {
  CancelBatchHandler,
  ChangeBatchHandler,
  PauseBatchHandler,
  ResumeBatchHandler,
  RetryBatchHandler,
  StartBatchHandler,
} from './domain/batch-commands';
import { BatchRequests } from './http/batch-requests';
import { BatchesController, RefreshController } from './http/batches.controller';
import { RefreshItems } from './refresh-items';
import { BatchQueries } from './views/batch-list.view';
import { BatchRepository } from './workers/batch-repository';
import { BeginBatch } from './workers/begin-batch';
import { CancelBatchJobs, EndBatchScene } from './workers/end-batch-scene';
import { DescribeBatchScene, RunBatchScene } from './workers/run-batch-scene';

@Module({
  imports: [GenerationModule, StoryAiModule, ZapsModule],
  controllers: [BatchesController, RefreshController],
  providers: [
    StartBatchHandler,
    PauseBatchHandler,
    ResumeBatchHandler,
    CancelBatchHandler,
    ChangeBatchHandler,
    RetryBatchHandler,
    BatchRequests,
    BatchPrices,
    RefreshItems,
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
