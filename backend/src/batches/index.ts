import { batchListView } from './views/batch-list.view';
import { batchesPushRule } from './views/batches.push';
import { beginBatchReactor } from './workers/begin-batch.process';
import { cancelBatchReactor, runBatchSceneReactor } from './workers/run-batch-scene.process';

export { batchAggregate } from './domain/batch';
export { batchAdmissionAggregate } from './domain/batch-admission';
export { BatchesModule } from './batches.module';

export const batchesViews = [batchListView];
export const batchesReactors = [beginBatchReactor, runBatchSceneReactor, cancelBatchReactor];
export const batchesPushRules = [batchesPushRule];
