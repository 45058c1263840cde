import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb';
import { SupportedMethod, SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb';
import { UUID } from '@eventstore/db-client/generated/shared_pb';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import { DeleteResp } from '@eventstore/db-client/generated/streams_pb';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  DeleteReq,
} from '@eventstore/db-client/generated/streams_pb';
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { sendUnaryData, ServerDuplexStream, ServerReadableStream, ServerUnaryCall } from '@grpc/grpc-js';
import { append, batchAppend } from './append-calls';
import type { AppendTrials } from './append-calls';
import * as messages from './messages';
import { read } from './read-calls';
import type { Reading } from './read-calls';
import { StubLog } from './stub-log';

/** Answers a discovery as the leader of a one-node cluster. */
const gossipOf =
  (port: () => number) =>
  (_call: unknown, done: sendUnaryData<ClusterInfo>): void => {
    const member = new MemberInfo()
      .setInstanceId(new UUID().setString('00000000-0000-0000-0000-000000000001'))
      .setState(MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port()));
    done(null, new ClusterInfo().setMembersList([member]));
  };

/** Reports the supported methods that matter to the client. Like a real server, it supports batch appends. */
function supportedMethods(_call: unknown, done: sendUnaryData<SupportedMethods>): void {
  const methods = ['read', 'append', 'delete', 'batchappend'].map((name) =>
    new SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  );
  done(null, new SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList(methods));
}

export interface StubServer {
  port: number;
  /** Lets tests change the log as the server itself, other applications or an operator would. */
  log: StubLog;
  /** Number of batch append calls opened. */
  batches(): number;
  /** Number of events returned by reads. */
  sent(): number;
  stop(): void;
}

export interface StubOptions extends AppendTrials {
  /** Port to listen on; by default a free one. */
  port?: number;
  /** Rejects reads as unauthenticated, like a server that requires credentials. */
  refusesCallers?: boolean;
}

/**
 * Starts a server that implements the part of EventStoreDB's gRPC interface that the adapter uses, plus batch appends,
 * on a log in memory.
 */
export async function startStubServer({ port = 0, refusesCallers, ...trials }: StubOptions = {}): Promise<StubServer> {
  const log = new StubLog().setMaxListeners(0);
  const server = new Server();
  let batches = 0;
  let sent = 0;
  server.addService(StreamsService, {
    read: refusesCallers ? unauthenticated : (call: Reading) => read(log, call, () => (sent += 1)),
    append: (call: ServerReadableStream<AppendReq, AppendResp>, done: sendUnaryData<AppendResp>) =>
      append(log, call, done, trials),
    delete: (call: ServerUnaryCall<DeleteReq, DeleteResp>, done: sendUnaryData<DeleteResp>) =>
      remove(log, call.request, done),
    tombstone: unimplemented,
    batchAppend: (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
      batches += 1;
      batchAppend(log, call, trials);
    },
  });
  server.addService(GossipService, { read: gossipOf(() => bound) });
  server.addService(ServerFeaturesService, { getSupportedMethods: supportedMethods });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, taken) =>
      error ? reject(error) : resolve(taken),
    );
  });
  return { port: bound, log, batches: () => batches, sent: () => sent, stop: () => server.forceShutdown() };
}

const answerWith = (code: status) => (call: { emit(event: 'error', error: object): unknown }) => {
  call.emit('error', { code });
};
const unimplemented = answerWith(status.UNIMPLEMENTED);
const unauthenticated = answerWith(status.UNAUTHENTICATED);

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
