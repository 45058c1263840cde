import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import { readable } from '../../eventsourcing/domain/upcast';
import { EventStore } from '../../eventsourcing/event-store/event-store';
import { tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import { holdIn, refundsIn } from './domain/hold-book';
import type { Evicted, HoldEvent, HoldHistory } from './domain/hold-book';
import { walletAggregate } from './domain/wallet';
import { HoldFingerprints } from './hold-fingerprints';
import { chargeView } from './views/charge.view';

const TABLE = `${VIEWS_SCHEMA}.${tableName(chargeView)}`;
const OWN = new Set([walletAggregate.category]);

interface Found {
  entry: HoldEvent;
  revision: number;
}

/**
 * Reads what became of holds that were evicted from a wallet's state, from the wallet's own stream. The view only tells
 * where to look: entries that the view lacks are read as well, and if the view is wrong, the whole stream is read.
 */
@Injectable()
export class HoldHistoryReader {
  readonly known: HoldFingerprints;

  constructor(
    private readonly events: EventStore,
    private readonly pool: Pool,
  ) {
    this.known = new HoldFingerprints(pool);
  }

  async recall(userId: string, holdId: string, { what, since }: Pick<Evicted, 'what' | 'since'>): Promise<HoldHistory> {
    const absentUpTo = what === 'hold' ? await this.known.absentUpTo(userId, holdId, since) : -1;
    if (absentUpTo >= since) return { hold: undefined, upTo: absentUpTo, refundsUpTo: absentUpTo, refunds: [] };
    const { reached, located } = await this.locate(userId, holdId);
    const found: Found[] = [];
    for (const at of located) found.push(...(await this.read(userId, holdId, at, 1)).found);
    if (found.length < located.length) return this.readOn(userId, holdId, [], 0);
    const last = located.at(-1) ?? -1;
    if (what === 'refunds') return this.readOn(userId, holdId, found, last + 1);
    if (since <= reached) return historyOf(holdId, found, { upTo: reached, refundsUpTo: last });
    const { found: later, upTo } = await this.read(userId, holdId, reached + 1);
    // Refunds between the located and the later entries are not included, so later refunds must not be included either.
    const ends = later.filter(({ entry }) => entry.type !== 'ZapsRefunded');
    const all = [...found, ...ends];
    return historyOf(holdId, all, { upTo: Math.max(upTo, reached), refundsUpTo: all.at(-1)?.revision ?? -1 });
  }

  /** Returns a hold's history from the given entries and all its entries from a revision on. */
  private async readOn(userId: string, holdId: string, found: Found[], from: number): Promise<HoldHistory> {
    const { found: later, upTo } = await this.read(userId, holdId, from);
    return historyOf(holdId, [...found, ...later], { upTo, refundsUpTo: upTo });
  }

  /**
   * Returns where, according to the view, the hold begins and ends, and the revision of the wallet that the view has
   * reached.
   */
  private async locate(userId: string, holdId: string): Promise<{ reached: number; located: number[] }> {
    const { rows } = await this.pool.query<{ reached: number | null; begun: number | null; ended: number | null }>({
      name: 'hold-records',
      text: `select (select revision from ${TABLE} where user_id = $1 order by position desc limit 1) as reached,
          c.reserved_revision as begun, c.closed_revision as ended
        from (select) one left join ${TABLE} c on c.hold_id = $2 and c.user_id = $1`,
      values: [userId, holdId],
    });
    const { reached = null, begun = null, ended = null } = rows[0] ?? {};
    return { reached: reached ?? -1, located: [begun, ended].filter((at) => at !== null && at >= 0) as number[] };
  }

  private async read(userId: string, holdId: string, from: number, limit?: number) {
    const found: Found[] = [];
    let upTo = from - 1;
    const stream = streamOf(walletAggregate.category, userId);
    for await (const event of this.events.readStream(stream, { from: BigInt(from), limit })) {
      upTo = Number(event.revision);
      if (!isOwnEvent(event, OWN)) continue;
      const entry = readable(toRecorded(event)) as unknown as HoldEvent;
      if (entry.data.holdId === holdId) found.push({ entry, revision: upTo });
    }
    return { found, upTo };
  }
}

const historyOf = (
  holdId: string,
  entries: Found[],
  reach: Pick<HoldHistory, 'upTo' | 'refundsUpTo'>,
): HoldHistory => ({
  hold: holdIn(entries, holdId),
  refunds: refundsIn(entries, holdId),
  ...reach,
});

/** An empty history, for wallets whose old holds are never requested. */
export const NO_HISTORY: Pick<HoldHistoryReader, 'recall'> = {
  recall: () => Promise.reject(new Error('There are no records of old holds here')),
};
