import {
  Metadata,
  status,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerErrorResponse,
  type ServerReadableStream,
} from '@grpc/grpc-js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
} from '@eventstore/db-client/generated/streams_pb';
import * as batches from './batch-messages';
import * as messages from './messages';
import type { StubEvent, StubExpected, StubLog, StubOutcome } from './stub-log';

/** Reason why a server rejects an append: it is starting, it is overloaded, or its cluster has no leader. */
export type Refusal = 'not-ready' | 'busy' | 'no-leader';

export interface AppendTrials {
  /** Called for each append; returns true to fail the append like a server that is shutting down. */
  isAwayFor?: (streamId: string) => boolean;
  /** Called for each append; returns the reason to reject it, if any. */
  refuses?: (streamId: string) => Refusal | undefined;
  /** Called for each append; returns true to store it but never answer, like a server that hangs afterwards. */
  isSilentFor?: (streamId: string) => boolean;
}

/** EventStoreDB's own default. */
const MAX_APPEND_SIZE = 1024 * 1024;

/** Rejections of a plain append, which fail the call. */
const REFUSED_CALLS: Record<Refusal, { code: status; details: string }> = {
  'not-ready': { code: status.UNAVAILABLE, details: 'Server Is Not Ready' },
  busy: { code: status.UNAVAILABLE, details: 'Server Is Too Busy' },
  'no-leader': { code: status.UNKNOWN, details: 'No leader info available in response' },
};

/** Rejections of a batch append, which are part of the answer, since the call stays open. */
const REFUSED_IN_BAND: Record<Refusal, string> = {
  'not-ready': 'Server Is Not Ready',
  busy: 'Server Is Busy',
  'no-leader': 'No leader info available in response',
};

/** Handles one append in one call: the first message has the options, and each further message has an event. */
export function append(
  log: StubLog,
  call: ServerReadableStream<AppendReq, AppendResp>,
  done: sendUnaryData<AppendResp>,
  { isAwayFor, refuses, isSilentFor }: AppendTrials,
): void {
  let options: AppendReq.Options | undefined;
  const events: StubEvent[] = [];
  call.on('data', (message: AppendReq) => {
    options = message.getOptions() ?? options;
    const proposed = message.getProposedMessage();
    if (proposed) events.push(messages.proposedEvent(proposed));
  });
  call.on('end', () => {
    const streamId = messages.nameOf(options?.getStreamIdentifier());
    if (isAwayFor?.(streamId)) return done({ code: status.UNAVAILABLE, details: 'going away' });
    const refusal = refuses?.(streamId);
    if (refusal) return done(REFUSED_CALLS[refusal]);
    const outcome = store(log, streamId, events, messages.expectedOf(options));
    if (isSilentFor?.(streamId)) return;
    if (outcome.kind === 'too-large') return done(appendTooLarge());
    if (outcome.kind !== 'deleted') return done(null, messages.appendMessage(outcome));
    const metadata = new Metadata();
    metadata.set('exception', 'stream-deleted');
    metadata.set('stream-name', streamId);
    done({ code: status.FAILED_PRECONDITION, details: 'stream deleted', metadata });
  });
}

/**
 * Handles appends to many streams in one long-lived call. Each append may arrive in parts, and is answered under its
 * own id.
 */
export function batchAppend(
  log: StubLog,
  call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>,
  { isAwayFor, refuses, isSilentFor }: AppendTrials,
): void {
  const begun = new Map<string, { options: BatchAppendReq.Options | undefined; events: StubEvent[] }>();
  call.on('data', (message: BatchAppendReq) => {
    const id = message.getCorrelationId()?.getString() ?? '';
    const { options, events } = begun.get(id) ?? { options: message.getOptions(), events: [] };
    events.push(...message.getProposedMessagesList().map(messages.proposedEvent));
    begun.set(id, { options, events });
    if (!message.getIsFinal()) return;
    begun.delete(id);
    const streamId = messages.nameOf(options?.getStreamIdentifier());
    // Ends the whole call, with every append in it.
    if (isAwayFor?.(streamId)) {
      call.emit('error', { code: status.UNAVAILABLE, details: 'going away' });
      return;
    }
    const answer = batches.answerTo(id, streamId);
    const refusal = refuses?.(streamId);
    if (refusal) {
      call.write(answer.setError(batches.refused(REFUSED_IN_BAND[refusal])));
      return;
    }
    const outcome = store(log, streamId, events, batches.expectedOf(options));
    if (isSilentFor?.(streamId)) return;
    call.write(batches.withOutcome(answer, outcome, MAX_APPEND_SIZE));
  });
  call.on('end', () => call.end());
}

function store(
  log: StubLog,
  streamId: string,
  events: StubEvent[],
  expected: StubExpected,
): StubOutcome | { kind: 'too-large' } {
  const size = events.reduce(
    (sum, { type, data, metadata }) => sum + type.length * 2 + data.length + metadata.length,
    0,
  );
  return size > MAX_APPEND_SIZE ? { kind: 'too-large' } : log.append(streamId, events, expected);
}

function appendTooLarge(): ServerErrorResponse {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_SIZE));
  const details = `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`;
  return Object.assign(new Error(details), { code: status.INVALID_ARGUMENT, details, metadata });
}
