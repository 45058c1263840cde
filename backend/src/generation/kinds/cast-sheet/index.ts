import { refusable } from '../../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../../projects/storyboard';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts } from '../../workers/kind-parts';
import { castSheets, decideQueueCastSheet, QueueCastSheet, QueueCastSheetHandler } from './cast-sheet-job';
import { CastSheetRequests } from './cast-sheet-requests';
import { CastSheetsController } from './cast-sheets.controller';
import { CAST_SHEET_QUEUE, castSheetReplay, RunCastSheet } from './run-cast-sheet';

/** A cast sheet has no view of its own: the member in the project's cast has its status and the reason of a failure. */
export const castSheetKind: KindParts = {
  kind: castSheets,
  replay: castSheetReplay,
  refusals: [refusable(QueueCastSheet, projectAggregate, decideQueueCastSheet)],
  views: [],
  processes: [queueJobReactor(castSheets, () => CAST_SHEET_QUEUE)],
  pushRules: [],
  controllers: [CastSheetsController],
  providers: [CastSheetRequests, QueueCastSheetHandler, RunCastSheet],
};
