import { Empty, StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb';
import { AppendReq, AppendResp, BatchAppendReq, DeleteReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import type { StubEvent, StubExpected, StubOutcome, StubRecord } from './stub-log';

/** .NET counts time in ticks of 100 ns. */
const TICKS_PER_MS = 10_000n;

export const nameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

const identifierOf = (streamId: string) => new StreamIdentifier().setStreamName(Uint8Array.from(Buffer.from(streamId)));

export function expectedOf(options: AppendReq.Options | DeleteReq.Options | undefined): StubExpected {
  if (!options || options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getRevision());
}

export function proposedEvent(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): StubEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function eventMessage(record: StubRecord): ReadResp {
  const position = String(record.position);
  const event = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(record.id))
    .setStreamIdentifier(identifierOf(record.streamId))
    .setStreamRevision(String(record.revision))
    .setPreparePosition(position)
    .setCommitPosition(position)
    .setData(record.data)
    .setCustomMetadata(record.metadata);
  event.getMetadataMap().set('type', record.type);
  event.getMetadataMap().set('content-type', record.contentType);
  event.getMetadataMap().set('created', String(BigInt(record.created.getTime()) * TICKS_PER_MS));
  return new ReadResp().setEvent(new ReadResp.ReadEvent().setEvent(event).setCommitPosition(position));
}

export const confirmationMessage = () =>
  new ReadResp().setConfirmation(new ReadResp.SubscriptionConfirmation().setSubscriptionId('stub'));

export const caughtUpMessage = () => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

export function checkpointMessage(position: number): ReadResp {
  const text = String(position);
  return new ReadResp().setCheckpoint(new ReadResp.Checkpoint().setCommitPosition(text).setPreparePosition(text));
}

export const notFoundMessage = (streamId: string) =>
  new ReadResp().setStreamNotFound(new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(streamId)));

export function appendMessage(outcome: Exclude<StubOutcome, { kind: 'deleted' }>): AppendResp {
  if (outcome.kind === 'wrong') {
    const wrong = new AppendResp.WrongExpectedVersion();
    if (outcome.actual < 0) wrong.setCurrentNoStream(new Empty());
    else wrong.setCurrentRevision(String(outcome.actual));
    return new AppendResp().setWrongExpectedVersion(wrong);
  }
  const success = new AppendResp.Success().setCurrentRevision(String(outcome.revision));
  const text = String(outcome.position);
  const position = new AppendResp.Position().setCommitPosition(text).setPreparePosition(text);
  return new AppendResp().setSuccess(success.setPosition(position));
}
