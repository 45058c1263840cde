import type { StuckKind, StuckRetryOutcome } from '@storyreel/contracts';
import type { Pool } from 'pg';
import type { EventStore } from '../event-store/event-store';
import { reviveJob } from '../processes/dead-jobs';
import type { Reactor } from '../processes/process';
import { retryParkedReaction } from '../processes/retry-parked-reactions';
import { NO_KEY } from '../views/poison-event';
import { retryParkedRow } from '../views/retry-parked';
import { type AnyView, tableName } from '../views/view';
import { listDeadLetters, type StuckRow } from './list-stuck';

interface Stores {
  pool: Pool;
  events: EventStore;
}

/** What views, processes and jobs have left for people, and another try of each. Any node may, and so may a tool. */
export class DeadLetters {
  constructor(
    private readonly stores: Stores,
    private readonly readers: { views: readonly AnyView[]; processes: readonly Reactor[] },
  ) {}

  list(...page: Parameters<typeof listDeadLetters> extends [Pool, ...infer Page] ? Page : never): Promise<StuckRow[]> {
    return listDeadLetters(this.stores.pool, ...page);
  }

  /** Null when nothing of that name is stuck, or when it cannot be tried by itself. */
  async retry(kind: StuckKind, id: string): Promise<StuckRetryOutcome | null> {
    switch (kind) {
      case 'job':
        return (await reviveJob(this.stores.pool, id)) ? { outcome: 'queued', reason: null } : null;
      case 'reaction':
        return outcomeOf(await this.retryReaction(id));
      case 'row':
        return outcomeOf(await this.retryRow(id));
      case 'view':
        return null;
    }
  }

  private async retryReaction(id: string): Promise<Tried> {
    const [name, position] = halves(id);
    const process = this.readers.processes.find((each) => each.name === name);
    return process ? retryParkedReaction({ ...this.stores, process }, position) : undefined;
  }

  private async retryRow(id: string): Promise<Tried> {
    const [name, key] = halves(id);
    const view = this.readers.views.find((each) => tableName(each) === name);
    return view && key !== NO_KEY ? retryParkedRow({ ...this.stores, view }, key) : undefined;
  }
}

/** Undefined: there was nothing to try; null: it worked. */
type Tried = Error | null | undefined;

const outcomeOf = (tried: Tried): StuckRetryOutcome | null => {
  if (tried === undefined) return null;
  return tried === null ? { outcome: 'taken', reason: null } : { outcome: 'stuck', reason: tried.message };
};

const halves = (id: string): [string, string] => {
  const [name = ''] = id.split('@', 1);
  return [name, id.slice(name.length + 1)];
};
