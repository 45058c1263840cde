import {
  AllStreamPosition,
  Empty,
  MaximumAppendSizeExceeded,
  StreamDeleted,
  StreamIdentifier,
  UUID,
  WrongExpectedVersion,
} from '@eventstore/db-client/generated/shared_pb';
import { Status } from '@eventstore/db-client/generated/status_pb';
import { type BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { StubExpected, StubOutcome } from './stub-log';

export function expectedOf(options: BatchAppendReq.Options | undefined): StubExpected {
  if (!options || options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getStreamPosition());
}

export const answerTo = (correlationId: string, streamId: string): BatchAppendResp =>
  new BatchAppendResp()
    .setCorrelationId(new UUID().setString(correlationId))
    .setStreamIdentifier(new StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(streamId))));

/** Returns the status of a rejected batch append: a message and empty details. */
export const refused = (sentence: string): Status =>
  withDetails(new Empty().serializeBinary(), 'google.protobuf.Empty').setMessage(sentence);

export function withOutcome(
  answer: BatchAppendResp,
  outcome: StubOutcome | { kind: 'too-large' },
  maxAppendSize: number,
): BatchAppendResp {
  switch (outcome.kind) {
    case 'appended': {
      const text = String(outcome.position);
      const position = new AllStreamPosition().setCommitPosition(text).setPreparePosition(text);
      const success = new BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
      return answer.setSuccess(success.setPosition(position));
    }
    case 'wrong': {
      const wrong = new WrongExpectedVersion();
      if (outcome.actual >= 0) wrong.setCurrentStreamRevision(String(outcome.actual));
      return answer.setError(withDetails(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion'));
    }
    case 'deleted':
      return answer.setError(withDetails(new StreamDeleted().serializeBinary(), 'event_store.client.StreamDeleted'));
    case 'too-large': {
      const tooLarge = new MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSize);
      return answer.setError(withDetails(tooLarge.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded'));
    }
  }
}

/** Encoded status with an empty details field to fill in. */
const WITH_EMPTY_DETAILS = Uint8Array.of(0x1a, 0);

function withDetails(bytes: Uint8Array, typeName: string): Status {
  const status = Status.deserializeBinary(WITH_EMPTY_DETAILS);
  status.getDetails()?.pack(bytes, typeName);
  return status;
}
