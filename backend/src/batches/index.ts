import { batchesPushRule, batchListView } from './views/batch-list.view';
import { beginBatchReactor } from './workers/begin-batch';
import { cancelBatchReactor, runBatchSceneReactor } from './workers/run-batch-scene';

export { batchAggregate } from './domain/batch';
export { batchAdmissionAggregate } from './domain/batch-admission';
export { batchRefusals } from './domain/batch-commands';
export { BatchesModule } from './batches.module';

export const batchesViews = [batchListView];
export const batchesReactors = [beginBatchReactor, runBatchSceneReactor, cancelBatchReactor];
export const batchesPushRules = [batchesPushRule];
