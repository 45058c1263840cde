import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { Reactor } from '../../platform/processes/process';
import type { BatchEventOf } from '../domain/batch-events';

/** Where scenes ask for their jobs: that takes a moment each. */
export const BATCH_SCENES_QUEUE = 'batch-scenes';
/** Where scenes are described: that takes as long as the text model does. */
export const BATCH_TEXTS_QUEUE = 'batch-texts';
export const BATCH_CANCEL_QUEUE = 'batch-cancel';

/** A scene whose turn has come becomes a durable job. */
export const runBatchSceneReactor: Reactor = {
  name: 'run-batch-scene',
  types: ['BatchSceneStarted'],
  react(event) {
    const { streamId, metadata, data } = event as RecordedEvent<BatchEventOf<'BatchSceneStarted'>>;
    const { sceneId, attempt, workId, kind } = data;
    const { ownerId, correlationId } = metadata;
    const queue = kind === 'descriptions' ? BATCH_TEXTS_QUEUE : BATCH_SCENES_QUEUE;
    const payload = { batchId: idOfStream(streamId), sceneId, attempt, workId };
    return [{ queue, dedupKey: workId, ownerId, payload, correlationId, causationId: event.id }];
  },
};

/** The jobs of a cancelled batch that no provider was asked for yet are taken back. */
export const cancelBatchReactor: Reactor = {
  name: 'cancel-batch',
  types: ['BatchCancelled'],
  react({ id, streamId, metadata: { ownerId, correlationId } }) {
    const payload = { batchId: idOfStream(streamId) };
    return [{ queue: BATCH_CANCEL_QUEUE, dedupKey: id, ownerId, payload, correlationId, causationId: id }];
  },
};
