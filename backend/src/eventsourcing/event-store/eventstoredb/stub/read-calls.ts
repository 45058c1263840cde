import type { ServerWritableStream } from '@grpc/grpc-js';
import { ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb';
import * as messages from './messages';
import type { StubLog, StubRecord } from './stub-log';

export type Reading = ServerWritableStream<ReadReq, ReadResp>;

/** Number of events scanned between two checkpoints, unless the filter states another number. */
const SEARCH_WINDOW = 32;

/** @param onSent called for each event that a read, not a subscription, returns */
export function read(log: StubLog, call: Reading, onSent: () => void): void {
  const options = call.request.getOptions();
  if (options?.hasSubscription()) return follow(log, call);
  const forwards = options?.getReadDirection() === ReadReq.Options.ReadDirection.FORWARDS;
  const count = Number(options?.getCount());
  const records = options?.hasStream() ? readStream(log, call, forwards, count) : readAll(log, call, forwards, count);
  for (const record of records) {
    onSent();
    call.write(messages.eventMessage(record));
  }
  call.end();
}

function readStream(log: StubLog, call: Reading, forwards: boolean, count: number): StubRecord[] {
  const options = call.request.getOptions()?.getStream();
  const streamId = messages.nameOf(options?.getStreamIdentifier());
  const visible = log.visible(streamId);
  if (!visible) {
    call.write(messages.notFoundMessage(streamId));
    return [];
  }
  const from = options?.hasRevision() ? Number(options.getRevision()) : options?.hasEnd() ? Infinity : 0;
  const found = forwards
    ? visible.filter(({ revision }) => revision >= from)
    : visible.filter(({ revision }) => revision <= from).reverse();
  return found.slice(0, count);
}

function readAll(log: StubLog, call: Reading, forwards: boolean, count: number): StubRecord[] {
  // A forward read includes the start position; a backward read does not.
  const place = log.indexAt(startOf(call, log));
  if (forwards) return log.records.slice(place, place + count);
  return log.records.slice(Math.max(0, place - count), place).reverse();
}

function startOf(call: Reading, log: StubLog): number {
  const options = call.request.getOptions()?.getAll();
  if (options?.hasPosition()) return Number(options.getPosition()?.getCommitPosition());
  return options?.hasEnd() ? (log.records.at(-1)?.position ?? 0) + 1 : 0;
}

/**
 * Follows the log live. With a filter on event types, skipped events are reported only by checkpoints, once per search
 * window, so up to 31 skipped events at the log's end are not reported.
 */
function follow(log: StubLog, call: Reading): void {
  const filter = call.request.getOptions()?.getFilter();
  const regex = new RegExp(filter?.getEventType()?.getRegex() ?? '');
  const window = (filter?.getMax() || SEARCH_WINDOW) * (filter?.getCheckpointintervalmultiplier() || 1);
  let passed = startOf(call, log);
  let looked = 0;
  const send = () => {
    for (let index = log.indexAt(passed + 1); index < log.records.length; index += 1) {
      const record = log.records[index];
      if (!record) return;
      passed = record.position;
      looked += 1;
      if (regex.test(record.type)) call.write(messages.eventMessage(record));
      else if (looked >= window) call.write(messages.checkpointMessage(record.position));
      else continue;
      looked = 0;
    }
  };
  call.write(messages.confirmationMessage());
  send();
  call.write(messages.caughtUpMessage());
  log.on('appended', send);
  call.on('close', () => log.off('appended', send));
  call.on('cancelled', () => call.end());
}
