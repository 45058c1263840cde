import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerErrorResponse,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import {
  AppendReq,
  AppendResp,
  DeleteReq,
  DeleteResp,
  ReadReq,
  ReadResp,
} from '@eventstore/db-client/generated/streams_pb';
import { gossipOf } from './gossip';
import * as messages from './messages';
import { StubLog, type StubEvent, type StubRecord } from './stub-log';

type Reading = ServerWritableStream<ReadReq, ReadResp>;

export interface StubServer {
  port: number;
  stop(): void;
}

export interface StubOptions {
  /** On which to listen; by default a free one. */
  port?: number;
  /** Answers reads as a server does that does not know the caller. */
  refusesCallers?: boolean;
  /** For which streams an append is answered as by a server that goes away; asked for each. */
  isAwayFor?: (streamId: string) => boolean;
}

/** EventStoreDB's own default. */
const MAX_APPEND_SIZE = 1024 * 1024;

/** Speaks as much of EventStoreDB's gRPC as the adapter uses, on a log in memory. */
export async function startStubServer({ port = 0, refusesCallers, isAwayFor }: StubOptions = {}): Promise<StubServer> {
  const log = new StubLog().setMaxListeners(0);
  const server = new Server();
  server.addService(StreamsService, {
    read: refusesCallers ? unauthenticated : (call: Reading) => read(log, call),
    append: (call: ServerReadableStream<AppendReq, AppendResp>, done: sendUnaryData<AppendResp>) =>
      append(log, call, done, isAwayFor),
    delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, done: sendUnaryData<DeleteResp>) =>
      remove(log, call.request, done),
    tombstone: unimplemented,
    batchAppend: unimplemented,
  });
  server.addService(GossipService, { read: gossipOf(() => bound) });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, taken) =>
      error ? reject(error) : resolve(taken),
    );
  });
  return { port: bound, stop: () => server.forceShutdown() };
}

const answerWith = (code: status) => (call: { emit(event: 'error', error: object): unknown }) => {
  call.emit('error', { code });
};
const unimplemented = answerWith(status.UNIMPLEMENTED);
const unauthenticated = answerWith(status.UNAUTHENTICATED);

function append(
  log: StubLog,
  call: ServerReadableStream<AppendReq, AppendResp>,
  done: sendUnaryData<AppendResp>,
  isAwayFor: (streamId: string) => boolean = () => false,
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
    if (isAwayFor(streamId)) return done({ code: status.UNAVAILABLE, details: 'going away' });
    const size = events.reduce(
      (sum, { type, data, metadata }) => sum + type.length * 2 + data.length + metadata.length,
      0,
    );
    if (size > MAX_APPEND_SIZE) return done(appendTooLarge());
    const outcome = log.append(streamId, events, messages.expectedOf(options));
    if (outcome.kind !== 'deleted') return done(null, messages.appendMessage(outcome));
    const metadata = new Metadata();
    metadata.set('exception', 'stream-deleted');
    metadata.set('stream-name', streamId);
    done({ code: status.FAILED_PRECONDITION, details: 'stream deleted', metadata });
  });
}

function appendTooLarge(): ServerErrorResponse {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_SIZE));
  const details = `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`;
  return Object.assign(new Error(details), { code: status.INVALID_ARGUMENT, details, metadata });
}

function remove(log: StubLog, request: DeleteReq, done: sendUnaryData<DeleteResp>): void {
  const options = request.getOptions();
  const streamId = messages.nameOf(options?.getStreamIdentifier());
  const expected = messages.expectedOf(options);
  const outcome = log.delete(streamId, expected);
  if (outcome.kind !== 'wrong') return done(null, new DeleteResp());
  const metadata = new Metadata();
  metadata.set('exception', 'wrong-expected-version');
  metadata.set('stream-name', streamId);
  metadata.set('expected-version', String(expected));
  metadata.set('actual-version', String(outcome.actual));
  done({ code: status.FAILED_PRECONDITION, details: 'wrong expected version', metadata });
}

function read(log: StubLog, call: Reading): void {
  const options = call.request.getOptions();
  if (options?.hasSubscription()) return follow(log, call);
  const forwards = options?.getReadDirection() === ReadReq.Options.ReadDirection.FORWARDS;
  const records = options?.hasStream() ? readStream(log, call, forwards) : readAll(log, call, forwards);
  for (const record of records.slice(0, Number(options?.getCount()))) call.write(messages.eventMessage(record));
  call.end();
}

function readStream(log: StubLog, call: Reading, forwards: boolean): StubRecord[] {
  const options = call.request.getOptions()?.getStream();
  const streamId = messages.nameOf(options?.getStreamIdentifier());
  const visible = log.visible(streamId);
  if (!visible) {
    call.write(messages.notFoundMessage(streamId));
    return [];
  }
  const from = options?.hasRevision() ? Number(options.getRevision()) : options?.hasEnd() ? Infinity : 0;
  if (forwards) return visible.filter(({ revision }) => revision >= from);
  return visible.filter(({ revision }) => revision <= from).reverse();
}

function readAll(log: StubLog, call: Reading, forwards: boolean): StubRecord[] {
  const from = startOf(call, log);
  // Forwards the position itself is read again; backwards it is not.
  if (forwards) return log.records.filter(({ position }) => position >= from);
  return log.records.filter(({ position }) => position < from).reverse();
}

function startOf(call: Reading, log: StubLog): number {
  const options = call.request.getOptions()?.getAll();
  if (options?.hasPosition()) return Number(options.getPosition()?.getCommitPosition());
  return options?.hasEnd() ? (log.records.at(-1)?.position ?? 0) + 1 : 0;
}

/** Live, with the filter on event types, and a checkpoint after each run of events that it leaves out. */
function follow(log: StubLog, call: Reading): void {
  const regex = new RegExp(call.request.getOptions()?.getFilter()?.getEventType()?.getRegex() ?? '');
  const from = startOf(call, log);
  let next = log.records.findIndex(({ position }) => position > from);
  if (next < 0) next = log.records.length;
  const send = () => {
    for (let record = log.records[next]; record; record = log.records[++next]) {
      const isWanted = regex.test(record.type);
      call.write(isWanted ? messages.eventMessage(record) : messages.checkpointMessage(record.position));
    }
  };
  call.write(messages.confirmationMessage());
  send();
  call.write(messages.caughtUpMessage());
  log.on('appended', send);
  call.on('close', () => log.off('appended', send));
  call.on('cancelled', () => call.end());
}
