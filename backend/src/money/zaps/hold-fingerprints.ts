import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { fnv1a } from '../../lib/hash';
import { tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import { chargeView } from './views/charge.view';

const TABLE = `${VIEWS_SCHEMA}.${tableName(chargeView)}`;
/** A node knows as many holds, of all wallets together; each takes some twenty bytes. */
const MAX_HOLDS = 500_000;
const MAX_WALLETS = 10_000;
/** So long a wallet may be left alone until its place is free for another. */
const KEPT_MS = 3_600_000;
/** A wallet that is used less often is not worth reading all of its holds. */
const LEARN_AFTER = 10;
const PAGE = 5_000;

/** Of a wallet's holds: 32 bits of each. */
interface Learned {
  marks: Set<number>;
  /** Every hold that has an entry up to this revision is among them. */
  revision: number;
  /** Of the newest entry that was seen. */
  position: string;
}

/**
 * Which holds a busy wallet certainly never had. A new hold is asked for far more often than an old one comes again, and
 * would otherwise be looked up each time. What a mark is found of may be another hold with the same one: it says nothing.
 */
export class HoldFingerprints {
  private readonly learned = new LRUCache<string, Learned>({
    max: MAX_WALLETS,
    ttl: KEPT_MS,
    updateAgeOnGet: true,
    maxSize: MAX_HOLDS,
    sizeCalculation: ({ marks }) => marks.size + 1,
  });
  private readonly lookups = new LRUCache<string, number>({ max: MAX_WALLETS, ttl: KEPT_MS });
  private readonly learning = new Map<string, Promise<void>>();

  constructor(private readonly pool: Pool) {}

  /**
   * The revision up to which the wallet certainly has no such hold; -1 when that is not known. Asked often, it learns
   * the wallet's holds in the background. Never rejects.
   * @param since how far it matters
   */
  async absentUpTo(userId: string, holdId: string, since: number): Promise<number> {
    const known = this.learned.get(userId);
    if (!known) {
      this.countLookup(userId);
      return -1;
    }
    const mark = fnv1a(holdId);
    if (known.revision < since && !known.marks.has(mark)) {
      // Meanwhile holds are looked up. It comes back with its new size.
      this.learned.delete(userId);
      await this.learn(userId, known);
    }
    return known.marks.has(mark) ? -1 : known.revision;
  }

  /** Resolves when no wallet's holds are being learned. */
  async idle(): Promise<void> {
    await Promise.all(this.learning.values());
  }

  private countLookup(userId: string): void {
    const lookups = (this.lookups.get(userId) ?? 0) + 1;
    this.lookups.set(userId, lookups);
    if (lookups === LEARN_AFTER) void this.learn(userId, { marks: new Set(), revision: -1, position: '' });
  }

  private learn(userId: string, known: Learned): Promise<void> {
    const underWay = this.learning.get(userId);
    if (underWay) return underWay;
    const learning = this.readOn(userId, known)
      // Whoever asked looks the hold up, and is told what is wrong.
      .catch(() => undefined)
      .finally(() => this.learning.delete(userId));
    this.learning.set(userId, learning);
    return learning;
  }

  /** Until all that the view has is known: before that, a hold whose end comes later may be missing. */
  private async readOn(userId: string, known: Learned): Promise<void> {
    const { marks } = known;
    let { position } = known;
    for (;;) {
      const { rows } = await this.pool.query<{ id: string; revision: number; position: string }>({
        name: 'holds-after',
        text: `select hold_id::text as id, revision, position from ${TABLE}
          where user_id = $1 and position > $2 order by position limit ${PAGE}`,
        values: [userId, position],
      });
      for (const { id } of rows) marks.add(fnv1a(id));
      const last = rows.at(-1);
      position = last?.position ?? position;
      // Those that are in use are not displaced: long wallets would be learned in turns.
      this.learned.purgeStale();
      if (this.learned.calculatedSize + marks.size >= MAX_HOLDS) return;
      if (rows.length === PAGE) continue;
      if (last) Object.assign(known, { position, revision: last.revision });
      return void this.learned.set(userId, known);
    }
  }
}
