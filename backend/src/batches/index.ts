import { batchListView } from './views/batch-list.view';
import { batchesPushRule } from './views/batches.push';
import { cancelBatchProcess, runBatchSceneProcess } from './workers/run-batch-scene.process';

export { batchAggregate } from './domain/batch';
export { BatchesModule } from './batches.module';

export const batchesViews = [batchListView];
export const batchesProcesses = [runBatchSceneProcess, cancelBatchProcess];
export const batchesPushRules = [batchesPushRule];
