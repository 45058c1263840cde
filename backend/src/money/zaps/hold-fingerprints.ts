import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { fnv1a } from '../../lib/hash';
import { tableName, VIEWS_SCHEMA } from '../../eventsourcing/views/view';
import { chargeView } from './views/charge.view';

const TABLE = `${VIEWS_SCHEMA}.${tableName(chargeView)}`;
/** Maximum number of holds remembered per node, over all wallets; each takes some twenty bytes. */
const MAX_HOLDS = 500_000;
const MAX_WALLETS = 10_000;
/** Idle time after which a wallet may be evicted in favour of another. */
const KEPT_MS = 3_600_000;
/** Number of requests of a wallet after which all its holds are read; reading them does not pay off earlier. */
const LEARN_AFTER = 10;
const PAGE = 5_000;

/** 32-bit fingerprints of a wallet's holds. */
interface Learned {
  marks: Set<number>;
  /** All holds with an entry up to this revision are included. */
  revision: number;
  /** Position of the newest entry read. */
  position: string;
}

/**
 * Tells which holds a busy wallet certainly never had. Requests for new holds are far more frequent than repeats, and
 * each would otherwise need a lookup. A hit may be a hash collision; only a miss proves absence.
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
   * Returns the revision up to which the wallet certainly lacks the hold; -1 when unknown. For a busy wallet, also
   * starts to read the wallet's holds in the background. Never rejects.
   * @param since revision up to which absence is already known
   */
  async absentUpTo(userId: string, holdId: string, since: number): Promise<number> {
    const known = this.learned.get(userId);
    if (!known) {
      this.countLookup(userId);
      return -1;
    }
    const mark = fnv1a(holdId);
    if (known.revision < since && !known.marks.has(mark)) {
      // Remove the entry until the newer holds are read, since the cache measures an entry only when it is set.
      // Meanwhile, holds are looked up in the log.
      this.learned.delete(userId);
      await this.learn(userId, known);
    }
    return known.marks.has(mark) ? -1 : known.revision;
  }

  /** Resolves when no wallet's holds are being read. */
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
      // The caller will look the hold up itself and get the error then.
      .catch(() => undefined)
      .finally(() => this.learning.delete(userId));
    this.learning.set(userId, learning);
    return learning;
  }

  /** Reads until all entries of the view are included: before that, a hold that ends later may be missing. */
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
      // Only idle wallets are evicted. If that frees too little, this wallet is not kept: evicting wallets in use would
      // only make them reread their holds in turns.
      this.learned.purgeStale();
      if (this.learned.calculatedSize + marks.size >= MAX_HOLDS) return;
      if (rows.length === PAGE) continue;
      if (last) Object.assign(known, { position, revision: last.revision });
      return void this.learned.set(userId, known);
    }
  }
}
