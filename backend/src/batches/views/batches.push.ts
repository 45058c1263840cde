import { idOfStream } from '../../platform/domain/aggregate';
import type { PushRule } from '../../platform/push/push-rule';
import { BATCH_EVENT_TYPES, type BatchEvent } from '../domain/batch-events';

/** How far a batch is goes along: its windows need not ask after each scene. */
export const batchesPushRule: PushRule<BatchEvent> = {
  types: BATCH_EVENT_TYPES,
  draft: ({ streamId, data: { projectId, progress } }) => ({
    type: 'batchesChanged',
    batches: [{ id: idOfStream(streamId), projectId, progress }],
  }),
};
