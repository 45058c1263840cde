import type { Pool, PoolClient } from 'pg';
import { proveLeaderTerm } from '../../infra/postgres/leader-term';
import type { LeaderTerm } from '../../infra/postgres/leader-term';
import { isRefusedData } from '../../infra/postgres/pg-errors';
import { inTransaction } from '../../infra/postgres/transaction';
import type { Position, StoredEvent } from '../event-store/event-store';
import { reactTo, writeOneByOne, writeReactions } from './reaction';
import type { Reaction } from './reaction';
import type { Reactor } from './reactor';

/** Null: at the start of the log. */
type ProcessCheckpoint = Position | null;

/** Somebody else has moved a checkpoint: another node leads, and what this one has in mind is out of date. */
export class CheckpointMoved extends Error {}

export interface Move {
  name: string;
  from: ProcessCheckpoint;
  to: Position;
}

/** Every process gets a checkpoint, at the start of the log if it has none yet. */
async function ensureProcessCheckpoints(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `insert into platform.process_checkpoints (name, position)
     select n, null from unnest($1::text[]) as u(n) on conflict do nothing`,
    [names],
  );
}

export async function readProcessCheckpoints(
  pool: Pool,
  names: readonly string[],
): Promise<Map<string, ProcessCheckpoint>> {
  const { rows } = await pool.query<{ name: string; position: ProcessCheckpoint }>(
    'select name, position from platform.process_checkpoints where name = any($1)',
    [names],
  );
  const found = new Map(rows.map(({ name, position }) => [name, position]));
  return new Map(names.map((name) => [name, found.get(name) ?? null]));
}

/** All of them or none. @throws CheckpointMoved */
async function moveCheckpoints(client: PoolClient, moves: readonly Move[]): Promise<void> {
  const { rowCount } = await client.query(
    `update platform.process_checkpoints c set position = u.now, updated_at = now()
     from unnest($1::text[], $2::text[], $3::text[]) as u(name, was, now)
     where c.name = u.name and c.position is not distinct from u.was`,
    [moves.map(({ name }) => name), moves.map(({ from }) => from), moves.map(({ to }) => to)],
  );
  if (rowCount !== moves.length) throw new CheckpointMoved('Another node has moved a checkpoint of the processes.');
}

/** The place that all have passed; null when one is at the start. */
export function lowestCheckpoint(checkpoints: Iterable<ProcessCheckpoint>): ProcessCheckpoint {
  let lowest: ProcessCheckpoint | undefined;
  for (const position of checkpoints) {
    if (position === null) return null;
    if (lowest === undefined || lowest === null || position < lowest) lowest = position;
  }
  return lowest ?? null;
}

/** How far a process is, in the table and in fact: without jobs to write the table may lag a little. */
interface Progress {
  process: Reactor;
  stored: ProcessCheckpoint;
  reached: ProcessCheckpoint;
}

export interface ProcessWriterOptions {
  pool: Pool;
  processes: readonly Reactor[];
  tenure: LeaderTerm;
  onParked(reaction: Reaction & { error: Error }): void;
}

/** Gives events to the processes, and writes the jobs they ask for in the transaction that moves their checkpoints. */
export class ReactorWriter {
  private progress: Progress[] = [];
  /** A write has failed: it may have been done all the same, and another node may have written meanwhile. */
  private stale = true;
  /** Writes go one after the other: a flush may come in the middle of a batch. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ProcessWriterOptions) {}

  /** What all processes have passed; null when one is at the start. */
  get position(): ProcessCheckpoint {
    return lowestCheckpoint(this.progress.map(({ reached }) => reached));
  }

  /** Must run before the first batch. */
  async open(): Promise<void> {
    await ensureProcessCheckpoints(
      this.options.pool,
      this.options.processes.map(({ name }) => name),
    );
    await this.inTurn(() => Promise.resolve());
  }

  /**
   * Every process takes the events that come after its own checkpoint. Answers whether there are new jobs.
   * @throws CheckpointMoved, or what the database throws: nothing is written then
   */
  take(events: readonly StoredEvent[], to: Position): Promise<boolean> {
    return this.inTurn(async () => {
      const reactions = this.progress.flatMap(({ process, reached }) =>
        events
          .filter(({ type, position }) => process.types.includes(type) && (reached === null || position > reached))
          .map((event) => reactTo(process, event)),
      );
      const weighty = reactions.filter(({ jobs, error }) => jobs.length > 0 || error !== null);
      const busy = new Set(weighty.map(({ process }) => process));
      if (weighty.length > 0)
        await this.write(
          weighty,
          this.moves((one) => busy.has(one.process), to),
        );
      for (const one of this.progress) if (one.reached === null || one.reached < to) one.reached = to;
      return weighty.some(({ jobs }) => jobs.length > 0);
    });
  }

  /** Stores how far the processes are, for those who watch and for the next start. */
  flush(): Promise<void> {
    return this.inTurn(async () => {
      const late = this.progress.filter(({ stored, reached }) => stored !== reached);
      if (late.length > 0) await this.write([], late);
    });
  }

  private moves(which: (progress: Progress) => boolean, to: Position): Progress[] {
    return this.progress
      .filter((one) => which(one) && (one.stored === null || one.stored < to))
      .map((one) => ({ ...one, reached: to }));
  }

  private async write(reactions: readonly Reaction[], moves: readonly Progress[]): Promise<void> {
    const refused = await this.tryWrite(reactions, moves, async (client) => {
      await writeReactions(client, reactions);
      return [];
    }).catch((error: unknown) => {
      if (!isRefusedData(error)) throw error;
      return this.tryWrite(reactions, moves, (client) => writeOneByOne(client, reactions));
    });
    for (const move of moves) {
      const own = this.progress.find(({ process }) => process === move.process);
      if (own) own.stored = move.reached;
    }
    for (const reaction of [...reactions, ...refused]) {
      if (reaction.error) this.options.onParked({ ...reaction, error: reaction.error });
    }
  }

  private tryWrite(
    reactions: readonly Reaction[],
    moves: readonly Progress[],
    work: (client: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<Reaction[]>,
  ): Promise<Reaction[]> {
    return inTransaction(this.options.pool, async (client) => {
      await proveLeaderTerm(client, this.options.tenure);
      // The checkpoints first: whoever else writes them waits here, and then finds that they have moved.
      await moveCheckpoints(
        client,
        moves.flatMap(({ process, stored, reached }) =>
          reached === null ? [] : [{ name: process.name, from: stored, to: reached }],
        ),
      );
      return work(client);
    });
  }

  private async synchronise(): Promise<void> {
    const { pool, processes } = this.options;
    const checkpoints = await readProcessCheckpoints(
      pool,
      processes.map(({ name }) => name),
    );
    this.progress = processes.map((process) => {
      const stored = checkpoints.get(process.name) ?? null;
      return { process, stored, reached: stored };
    });
    this.stale = false;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(async () => {
      if (this.stale) await this.synchronise();
      try {
        return await work();
      } catch (error) {
        this.stale = true;
        throw error;
      }
    });
    // The next one goes on whatever came of this one, which its caller learns.
    this.last = result.catch(() => undefined);
    return result;
  }
}
