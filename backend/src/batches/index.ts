import { batchListView } from './views/batch-list.view';
import { batchesPushRule } from './views/batches.push';
import { beginBatchProcess } from './workers/begin-batch.process';
import { cancelBatchProcess, runBatchSceneProcess } from './workers/run-batch-scene.process';

export { batchAggregate } from './domain/batch';
export { batchAdmissionAggregate } from './domain/batch-admission';
export { BatchesModule } from './batches.module';

export const batchesViews = [batchListView];
export const batchesProcesses = [beginBatchProcess, runBatchSceneProcess, cancelBatchProcess];
export const batchesPushRules = [batchesPushRule];
