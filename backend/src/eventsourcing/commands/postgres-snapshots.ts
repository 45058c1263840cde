import { promisify } from 'node:util';
import { deflate, inflate, inflateSync } from 'node:zlib';
import type { Pool, QueryConfig } from 'pg';
import { ensureTables } from '../../infra/postgres/transaction';
import { PAST_EVERY } from './snapshot';
import type { Snapshot, Snapshots, WantedSnapshot } from './snapshot';

/**
 * Maximum number of waiting snapshots, since their states occupy memory. Beyond it, a stream's snapshot is skipped and
 * taken at a later save.
 */
const MAX_WAITING = 50;

/** Saves snapshots in the background, one at a time; for each stream only the newest snapshot waits. */
export class SnapshotWriter {
  private readonly waiting = new Map<string, WantedSnapshot>();
  private running: Promise<void> | null = null;
  private closed = false;

  constructor(
    /** @returns the size of the state as JSON */
    private readonly write: (streamId: string, fold: string, snapshot: Snapshot) => Promise<number>,
    private readonly log: { error(error: unknown, message: string): void },
  ) {}

  /** @returns false when too many snapshots are waiting */
  save(streamId: string, wanted: WantedSnapshot): boolean {
    if (this.closed) return false;
    if (!this.waiting.has(streamId) && this.waiting.size >= MAX_WAITING) return false;
    this.waiting.set(streamId, wanted);
    this.running ??= this.run();
    return true;
  }

  /** Resolves when no snapshot is waiting. */
  async idle(): Promise<void> {
    await this.running;
  }

  /** Drops waiting snapshots and finishes the one being written. */
  async close(): Promise<void> {
    this.closed = true;
    this.waiting.clear();
    await this.running;
  }

  private async run(): Promise<void> {
    // Yields first, so that the command's response is sent before its state is compressed.
    await new Promise((resolve) => setImmediate(resolve));
    for (const [streamId, wanted] of this.waiting) {
      this.waiting.delete(streamId);
      await this.saveOne(streamId, wanted);
    }
    this.running = null;
  }

  private async saveOne(streamId: string, { fold, snapshot, onSaved }: WantedSnapshot): Promise<void> {
    try {
      onSaved(await this.write(streamId, fold, snapshot));
    } catch (error) {
      this.log.error(error, `${streamId}: its snapshot was not saved; the next one will be.`);
    }
  }
}

const compress = promisify(deflate);
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

/** Size limit of a state as JSON. Larger states get no snapshot and are always folded from their whole stream. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Compressed states up to this size are inflated synchronously, which is faster than in another thread. */
const SHORT_BYTES = 16 * 1024;
/** Chunk size for inflating; most states below SHORT_BYTES fit in one chunk. */
const CHUNK_BYTES = 4 * SHORT_BYTES;

const TABLE = `create table if not exists platform.snapshots (
  stream_id text primary key, fold text not null, revision bigint not null, event_id uuid not null,
  state bytea not null, at timestamptz not null default now());
create table if not exists platform.past_states (
  stream_id text not null, fold text not null, revision bigint not null, event_id uuid not null, state bytea not null,
  primary key (stream_id, revision));`;

/** Stores a past state, and deletes the past states of older folds, which cannot be used any more. */
const KEEP = `with old as (delete from platform.past_states where stream_id = $1 and fold <> $2)
  insert into platform.past_states (stream_id, fold, revision, event_id, state) select $1, $2, $3, $4, $5
  where not exists (select 1 from platform.past_states where stream_id = $1 and fold = $2
    and revision > $3::bigint - $6::bigint and revision < $3::bigint + $6::bigint)
  on conflict (stream_id, revision) do nothing`;
/** Past states of at least this size are stored less often. */
const LARGE_BYTES = 256 * 1024;

interface Row {
  revision: string;
  event_id: string;
  state: Buffer;
}

const unpack = (state: Buffer): Buffer | Promise<Buffer> =>
  state.length < SHORT_BYTES
    ? inflateSync(state, { maxOutputLength: MAX_BYTES, chunkSize: CHUNK_BYTES })
    : decompress(state, { maxOutputLength: MAX_BYTES });

/** Stores the newest snapshot of each stream as one row of compressed JSON. The table may be emptied at any time. */
export class PostgresSnapshots implements Snapshots {
  private readonly writer: SnapshotWriter;

  private constructor(
    private readonly pool: Pool,
    private readonly log: { error(error: unknown, message: string): void },
  ) {
    this.writer = new SnapshotWriter((...given) => this.write(...given), log);
  }

  static async open(pool: Pool, log: { error(error: unknown, message: string): void }): Promise<PostgresSnapshots> {
    await ensureTables(pool, TABLE);
    return new PostgresSnapshots(pool, log);
  }

  load(streamId: string, fold: string): Promise<(Snapshot & { bytes: number }) | null> {
    const text = 'select revision, event_id, state from platform.snapshots where stream_id = $1 and fold = $2';
    const query = { name: 'snapshot-load', text, values: [streamId, fold] };
    return this.read(query, `${streamId}: its snapshot cannot be read; reading the whole stream instead.`);
  }

  save(streamId: string, wanted: WantedSnapshot): boolean {
    return this.writer.save(streamId, wanted);
  }

  /** Resolves when no snapshot is waiting to be written. */
  idle(): Promise<void> {
    return this.writer.idle();
  }

  close(): Promise<void> {
    return this.writer.close();
  }

  private async write(streamId: string, fold: string, { state, revision, eventId }: Snapshot): Promise<number> {
    const json = Buffer.from(JSON.stringify(state));
    if (json.length > MAX_BYTES) return json.length;
    const compressed = await compress(json, { level: 1 });
    await this.pool.query({
      name: 'snapshot-save',
      text: `insert into platform.snapshots as s (stream_id, fold, revision, event_id, state) values ($1, $2, $3, $4, $5)
        on conflict (stream_id) do update set fold = excluded.fold, revision = excluded.revision,
          event_id = excluded.event_id, state = excluded.state, at = now()
        where s.fold <> excluded.fold or s.revision < excluded.revision`,
      values: [streamId, fold, String(revision), eventId, compressed],
    });
    await this.keep(streamId, fold, { revision, eventId, compressed });
    return json.length;
  }

  past(streamId: string, fold: string, revision: bigint): Promise<Snapshot | null> {
    const query = {
      name: 'past-state',
      text: `select revision, event_id, state from platform.past_states
        where stream_id = $1 and fold = $2 and revision <= $3 order by revision desc limit 1`,
      values: [streamId, fold, String(revision)],
    };
    return this.read(query, `${streamId}: a past state cannot be read; the whole stream is.`);
  }

  /** Reads a state and its size in bytes; null when there is none or when it is damaged. */
  private async read(query: QueryConfig, problem: string): Promise<(Snapshot & { bytes: number }) | null> {
    try {
      const [row] = (await this.pool.query<Row>(query)).rows;
      if (!row) return null;
      const json = await unpack(row.state);
      const state: unknown = JSON.parse(json.toString('utf8'));
      return { state, revision: BigInt(row.revision), eventId: row.event_id, bytes: json.length };
    } catch (error) {
      this.log.error(error, problem);
      return null;
    }
  }

  async keepPast(streamId: string, fold: string, { state, revision, eventId }: Snapshot): Promise<void> {
    try {
      const json = Buffer.from(JSON.stringify(state));
      if (json.length > MAX_BYTES) return;
      await this.keep(streamId, fold, { revision, eventId, compressed: await compress(json, { level: 1 }) });
    } catch (error) {
      this.log.error(error, `${streamId}: a past state was not kept.`);
    }
  }

  private async keep(
    streamId: string,
    fold: string,
    { revision, eventId, compressed }: Omit<Snapshot, 'state'> & { compressed: Buffer },
  ): Promise<void> {
    const apart = compressed.length > LARGE_BYTES ? 4 * PAST_EVERY : PAST_EVERY;
    const values = [streamId, fold, String(revision), eventId, compressed, apart];
    await this.pool.query({ name: 'past-state-keep', text: KEEP, values });
  }

  async discard(streamId: string, { eventId }: Snapshot): Promise<void> {
    try {
      for (const table of ['snapshots', 'past_states']) {
        const text = `delete from platform.${table} where stream_id = $1 and event_id = $2`;
        await this.pool.query(text, [streamId, eventId]);
      }
    } catch (error) {
      this.log.error(error, `${streamId}: its snapshot belongs to another stream and cannot be deleted.`);
    }
  }
}
