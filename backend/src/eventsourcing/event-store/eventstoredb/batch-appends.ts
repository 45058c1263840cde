import { randomUUID } from 'node:crypto';
import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError';
import { convertToCommandError, createStreamIdentifier, createUUID, parseUUID } from '@eventstore/db-client/dist/utils';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import { BatchAppendReq, type BatchAppendResp } from '@eventstore/db-client/generated/streams_pb';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import type { EncodedEvent } from '../encode-append';
import { type ExpectedRevision, OutcomeUnknown } from '../event-store';

type Call = ClientDuplexStream<BatchAppendReq, BatchAppendResp>;
type Appended = Pick<AppendResult, 'nextExpectedRevision' | 'position'>;

interface Waiting {
  resolve: (appended: Appended) => void;
  reject: (error: Error) => void;
}

/** Encoded options with an empty deadline field to fill in, since the library does not export the deadline's class. */
const WITH_EMPTY_DEADLINE = Uint8Array.of(0x32, 0);

/**
 * Appends over one long-lived call, as the client library does. The library, however, keeps all pending appends of the
 * process in one table. When any call of any client breaks, the library empties that table, and a later answer on
 * another call crashes the process. Here every call has its own table, and answers without a pending append are
 * ignored.
 */
export class BatchAppends {
  private readonly waiting = new WeakMap<Call, Map<string, Waiting>>();
  private readonly open: () => Promise<Call>;

  constructor(private readonly client: EventStoreDBClient) {
    const begin = (grpc: StreamsClient) => this.begin(grpc);
    this.open = client['GRPCStreamCreator'](StreamsClient, 'batchAppend', begin, new WeakMap());
  }

  /** @throws the client's errors, or OutcomeUnknown when no answer came in time */
  async append(streamId: string, events: readonly EncodedEvent[], expected: ExpectedRevision): Promise<Appended> {
    const call = await this.open();
    const deadline = this.client['createDeadline']();
    const id = randomUUID();
    const table = this.waiting.get(call);
    if (!table) throw new Error('a call for appends was begun elsewhere');
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Appended>((resolve, reject) => {
        table.set(id, { resolve, reject });
        const late = () => reject(new OutcomeUnknown(`${streamId}: no answer from EventStoreDB to an append`));
        timer = setTimeout(late, deadline.getTime() - Date.now());
        call.write(
          requestOf(id, streamId, events, expected, deadline),
          (error?: Error | null) => error && reject(error),
        );
      });
    } finally {
      clearTimeout(timer);
      table.delete(id);
    }
  }

  private begin(grpc: StreamsClient): Call {
    const call = grpc.batchAppend(...this.client['callArguments']({}, { deadline: Infinity }));
    const table = new Map<string, Waiting>();
    this.waiting.set(call, table);
    const fail = (error: Error) => {
      for (const { reject } of table.values()) reject(convertToCommandError(error));
    };
    call.on('data', (answer: BatchAppendResp) => settle(table.get(parseUUID(answer.getCorrelationId()) ?? ''), answer));
    call.on('error', fail);
    call.on('end', () => fail(new OutcomeUnknown('EventStoreDB ended a call for appends')));
    return call;
  }
}

function settle(waiting: Waiting | undefined, answer: BatchAppendResp): void {
  const error = answer.getError();
  if (error) {
    const streamId = Buffer.from(answer.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
    waiting?.reject(unpackToCommandError(error, streamId));
    return;
  }
  const success = answer.getSuccess();
  const place = success?.getPosition();
  const position = place && {
    commit: BigInt(place.getCommitPosition()),
    prepare: BigInt(place.getPreparePosition()),
  };
  waiting?.resolve({ nextExpectedRevision: BigInt(success?.getCurrentRevision() ?? 0), position });
}

/** Sends the append in a single message, since an append never exceeds a server's message limit. */
function requestOf(
  id: string,
  streamId: string,
  events: readonly EncodedEvent[],
  expected: ExpectedRevision,
  deadline: Date,
): BatchAppendReq {
  const options = BatchAppendReq.Options.deserializeBinary(WITH_EMPTY_DEADLINE);
  options.getDeadline()?.fromDate(deadline);
  options.setStreamIdentifier(createStreamIdentifier(streamId));
  if (expected === 'any') options.setAny(new Empty());
  else if (expected === 'no_stream') options.setNoStream(new Empty());
  else if (expected === 'stream_exists') options.setStreamExists(new Empty());
  else options.setStreamPosition(String(expected));
  return new BatchAppendReq()
    .setCorrelationId(createUUID(id))
    .setOptions(options)
    .setIsFinal(true)
    .setProposedMessagesList(events.map(proposedMessage));
}

function proposedMessage({ id, type, data, metadata }: EncodedEvent): BatchAppendReq.ProposedMessage {
  const message = new BatchAppendReq.ProposedMessage().setId(createUUID(id)).setData(bytesOf(data));
  if (metadata !== null) message.setCustomMetadata(bytesOf(metadata));
  message.getMetadataMap().set('type', type);
  message.getMetadataMap().set('content-type', 'application/json');
  return message;
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
