import type { AnyView } from '../platform/views/view';
import { runView } from './views/run.view';

export { findRun, newestRuns } from './replay/events-of-run';
export { Histories } from './replay/histories';
export { LogReplayer } from './replay/log-replayer';
export { RunsModule } from './runs.module';

export const runsViews: AnyView[] = [runView];
