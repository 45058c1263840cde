import type { Pool, PoolClient } from 'pg';
import { proveLeaderTerm } from '../../infra/postgres/leader-term';
import type { LeaderTerm } from '../../infra/postgres/leader-term';
import { isRefusedData } from '../../infra/postgres/pg-errors';
import { inTransaction } from '../../infra/postgres/transaction';
import type { Position, StoredEvent } from '../event-store/event-store';
import { reactTo, writeOneByOne, writeReactions } from './reaction';
import type { Reaction } from './reaction';
import type { Reactor } from './reactor';

/** Position of a checkpoint; null at the start of the log. */
type ProcessCheckpoint = Position | null;

/** Another leader has moved a checkpoint, so this node's state is stale. */
export class CheckpointMoved extends Error {}

export interface Move {
  name: string;
  from: ProcessCheckpoint;
  to: Position;
}

/** Creates missing checkpoints at the start of the log. */
async function ensureProcessCheckpoints(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `insert into platform.process_checkpoints (name, position)
     select n, null from unnest($1::text[]) as u(n) on conflict do nothing`,
    [names],
  );
}

export async function readReactorCheckpoints(
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

/** Moves all of the checkpoints or none. @throws CheckpointMoved */
async function moveCheckpoints(client: PoolClient, moves: readonly Move[]): Promise<void> {
  const { rowCount } = await client.query(
    `update platform.process_checkpoints c set position = u.now, updated_at = now()
     from unnest($1::text[], $2::text[], $3::text[]) as u(name, was, now)
     where c.name = u.name and c.position is not distinct from u.was`,
    [moves.map(({ name }) => name), moves.map(({ from }) => from), moves.map(({ to }) => to)],
  );
  if (rowCount !== moves.length) throw new CheckpointMoved('Another node has moved a checkpoint of the reactors.');
}

/** Returns the position that all checkpoints have passed; null when one of them is at the start. */
export function lowestCheckpoint(checkpoints: Iterable<ProcessCheckpoint>): ProcessCheckpoint {
  let lowest: ProcessCheckpoint | undefined;
  for (const position of checkpoints) {
    if (position === null) return null;
    if (lowest === undefined || lowest === null || position < lowest) lowest = position;
  }
  return lowest ?? null;
}

/** A reactor's stored and actual position. The stored position may lag a little while there are no jobs to write. */
interface Progress {
  process: Reactor;
  stored: ProcessCheckpoint;
  reached: ProcessCheckpoint;
}

export interface ReactorWriterOptions {
  pool: Pool;
  processes: readonly Reactor[];
  leaderTerm: LeaderTerm;
  onParked(reaction: Reaction & { error: Error }): void;
}

/** Feeds events to the reactors, and writes the requested jobs in the transaction that moves their checkpoints. */
export class ReactorWriter {
  private progress: Progress[] = [];
  /**
   * True after a failed write. That write may have been committed nevertheless, and another node may have written in
   * the meantime.
   */
  private stale = true;
  /** The previous write; serialises writes, since a flush may come in the middle of a batch. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ReactorWriterOptions) {}

  /** The position that all reactors have passed; null when one of them is at the start. */
  get position(): ProcessCheckpoint {
    return lowestCheckpoint(this.progress.map(({ reached }) => reached));
  }

  /** Reads the checkpoints; must run before the first batch. */
  async open(): Promise<void> {
    await ensureProcessCheckpoints(
      this.options.pool,
      this.options.processes.map(({ name }) => name),
    );
    await this.inTurn(() => Promise.resolve());
  }

  /**
   * Passes the events after its own checkpoint to each reactor. Resolves to true if there are new jobs.
   * @throws CheckpointMoved, or the database's error; nothing was written then
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

  /** Stores the reactors' positions, for followers and for the next start. */
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
      await proveLeaderTerm(client, this.options.leaderTerm);
      // Checkpoints first: a concurrent writer waits here, and then finds that the checkpoints have moved.
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
    const checkpoints = await readReactorCheckpoints(
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
    // The next write does not depend on the result of this one, which the caller receives.
    this.last = result.catch(() => undefined);
    return result;
  }
}
