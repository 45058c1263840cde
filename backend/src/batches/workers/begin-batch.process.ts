import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { Reactor } from '../../platform/processes/process';
import type { BatchAdmitted } from '../domain/batch-admission';

export const BEGIN_BATCH_QUEUE = 'begin-batch';

/** A batch that was let in begins, also when the request that was to begin it is cut off. */
export const beginBatchReactor: Reactor = {
  name: 'begin-batch',
  types: ['BatchAdmitted'],
  react(event) {
    const { id, streamId, metadata, data } = event as RecordedEvent<BatchAdmitted>;
    const { ownerId, correlationId } = metadata;
    const payload = { admissionId: idOfStream(streamId), batchId: data.batchId };
    return [
      {
        queue: BEGIN_BATCH_QUEUE,
        dedupKey: data.again?.commandId ?? data.batchId,
        ownerId,
        payload,
        correlationId,
        causationId: id,
      },
    ];
  },
};
