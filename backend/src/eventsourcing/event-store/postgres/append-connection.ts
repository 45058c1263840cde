import type { Pool, PoolClient } from 'pg';
import { StoreUnavailable } from '../event-store';
import { appendRow, expectationCode, planFlush, readOneOutcome, readOutcome } from './flush';
import type { AppendOutcome, FlushOutcome, QueuedAppend } from './flush';
import { isAnswer, toSentError, toStoreError } from './store-error';

/**
 * Encodes query parameters in Postgres' binary array format: a header (dimensions, has nulls, element type, length,
 * lower bound), then the length and the bytes of each element. Neither side then has to quote JSON inside array
 * literals.
 */
const HEADER_BYTES = 20;
const typeIds = { int8: 20, int4: 23, text: 25, uuid: 2950 };

function array<T>(
  typeId: number,
  values: readonly (T | null)[],
  sizeOf: (value: T) => number,
  write: (buffer: Buffer, value: T, offset: number) => void,
): Buffer {
  const sizes = values.map((value) => (value === null ? -1 : sizeOf(value)));
  const total = sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), HEADER_BYTES);
  const buffer = Buffer.allocUnsafe(total);
  const header = [1, sizes.includes(-1) ? 1 : 0, typeId, values.length, 1];
  header.forEach((field, index) => buffer.writeInt32BE(field, index * 4));
  let offset = HEADER_BYTES;
  values.forEach((value, index) => {
    const size = sizes[index] ?? -1;
    offset = buffer.writeInt32BE(size, offset);
    if (value === null) return;
    write(buffer, value, offset);
    offset += size;
  });
  return buffer;
}

const textArray = (values: readonly (string | null)[]): Buffer =>
  array(
    typeIds.text,
    values,
    (value) => Buffer.byteLength(value),
    (buffer, value, offset) => buffer.write(value, offset),
  );

const uuidArray = (values: readonly string[]): Buffer =>
  array(
    typeIds.uuid,
    values,
    () => 16,
    (buffer, value, offset) => buffer.write(value.replaceAll('-', ''), offset, 'hex'),
  );

const int8Array = (values: readonly (bigint | null)[]): Buffer =>
  array(
    typeIds.int8,
    values,
    () => 8,
    (buffer, value, offset) => buffer.writeBigInt64BE(value, offset),
  );

const int4Array = (values: readonly number[]): Buffer =>
  array(
    typeIds.int4,
    values,
    () => 4,
    (buffer, value, offset) => buffer.writeInt32BE(value, offset),
  );

/**
 * The append function is planned once per connection, so an index plan is forced: it suits tables of any size. The lock
 * timeout fails an append that waits too long for another node's append.
 */
const sessionSettings = `
  set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off;
  set enable_hashjoin = off; set enable_mergejoin = off;
  set lock_timeout = '30s'`;
/** Locks no row, but fails on a server that does not accept writes. */
export const PROVE_WRITABLE = 'select from event_store.events where position = 0 for share';
const UNIQUE_VIOLATION = '23505';

export type FlushResult = { created: Date; appends: (AppendOutcome | { kind: 'failed'; error: unknown })[] };

/** A store's single connection for appends. Reconnects after a loss. */
export class AppendConnection {
  private client: PoolClient | null = null;

  constructor(
    private readonly pool: Pool,
    /** Sent with each notification, so that a node can tell its own notifications from those of other nodes. */
    private readonly origin: string,
    private readonly onLost: () => void,
    /** Time without an answer after which the connection counts as dead. Longer than the lock timeout. */
    private readonly answerMs: number,
  ) {}

  /**
   * Sends all appends in one round trip. If one append breaks the call, sends them one by one, so that only that append
   * fails.
   * @throws StoreUnavailable, OutcomeUnknown
   */
  async flush(appends: readonly QueuedAppend[]): Promise<FlushResult[]> {
    try {
      return [await this.call(appends, false)];
    } catch (error) {
      const storeError = this.judge(error);
      const suspect = isAnswer(error) && (appends.length > 1 || error.code === UNIQUE_VIOLATION);
      if (!suspect || storeError instanceof StoreUnavailable) throw storeError;
    }
    const results: FlushResult[] = [];
    for (const append of appends) results.push(await this.single(append));
    return results;
  }

  private async single(append: QueuedAppend): Promise<FlushResult> {
    try {
      return await this.call([append], true);
    } catch (error) {
      return { created: new Date(0), appends: [{ kind: 'failed', error: this.judge(error) }] };
    }
  }

  /** Drops the connection after an error that means that the server is shutting down. */
  private judge(error: unknown): unknown {
    const storeError = toSentError(error);
    if (storeError instanceof StoreUnavailable) this.close();
    return storeError;
  }

  private async call(appends: readonly QueuedAppend[], careful: boolean): Promise<FlushOutcome> {
    const client = this.client ?? (await this.connect().catch(neverSent));
    const [first, second] = appends;
    const outcome = first && !second && !careful ? await this.callForOne(client, first) : null;
    return outcome ?? this.callForMany(client, appends, careful);
  }

  /** Sends one append. @returns null when the append needs the function for several appends */
  private async callForOne(client: PoolClient, append: QueuedAppend): Promise<FlushOutcome | null> {
    const { streamId, expected, events } = append;
    const [event, another] = events;
    if (!event || another || expected === 'stream_exists') return null;
    const { id, type, data, metadata } = event;
    const query = {
      ...this.limit,
      name: 'event-store-append-one',
      text: 'select event_store.append_one($1,$2,$3,$4,$5,$6,$7)',
      values: [this.origin, streamId, expectationCode(expected), id, type, data, metadata],
      rowMode: 'array' as const,
    };
    const { rows } = await client.query<[string | null]>(query);
    const answer = rows[0]?.[0] ?? null;
    return answer === null ? null : readOneOutcome(answer);
  }

  private async callForMany(
    client: PoolClient,
    appends: readonly QueuedAppend[],
    careful: boolean,
  ): Promise<FlushOutcome> {
    const plan = planFlush(appends);
    const { events } = plan;
    const query = {
      ...this.limit,
      name: 'event-store-append',
      text: 'select * from event_store.append($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)',
      values: [
        this.origin,
        careful,
        textArray(plan.streams),
        int8Array(plan.assumed),
        int4Array(plan.appendStream),
        int8Array(plan.expected),
        int4Array(plan.counts),
        int4Array(plan.eventStream),
        int4Array(plan.eventOffset),
        textArray(plan.names),
        uuidArray(events.map(({ id }) => id)),
        textArray(events.map(({ type }) => type)),
        textArray(events.map(({ data }) => data)),
        textArray(events.map(({ metadata }) => metadata)),
      ],
    };
    const { rows } = await client.query<Record<string, unknown>>(query);
    return readOutcome(plan, appendRow.parse(rows[0]));
  }

  private async connect(): Promise<PoolClient> {
    const client = await this.pool.connect();
    client.on('error', (error) => this.discard(client, error));
    client.once('end', () => this.discard(client, new Error('connection ended')));
    try {
      const query = { ...this.limit, text: `${sessionSettings}; ${PROVE_WRITABLE}` };
      await client.query(query);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return (this.client = client);
  }

  private get limit(): { query_timeout: number } {
    return { query_timeout: this.answerMs };
  }

  private discard(client: PoolClient, error: Error): void {
    if (this.client !== client) return;
    this.client = null;
    client.release(error);
    this.onLost();
  }

  close(): void {
    if (this.client) this.discard(this.client, new Error('closed'));
  }
}

/** For errors of connecting, when nothing was sent. @throws the error of `EventStore` */
function neverSent(error: unknown): never {
  throw toStoreError(error);
}
