import type { AnyView } from '../eventsourcing/views/view';
import { runView } from './views/run.view';

export { chatRepliesIn, findRun, isChatReply, newestRuns, Histories } from './replay/events-of-run';
export { HoldCloser } from './hold-closer';
export { REFUSALS_NOT_RECORDED, type RefusalReport, RefusalReplayer } from './replay/refusal-replayer';
export { LogReplayer } from './replay/log-replayer';
export { RunsModule } from './runs.module';

export const runsViews: AnyView[] = [runView];
