import type { SignedHeads } from './ledger-heads';
import type { OwnerShard } from './owner-shard';

/** Rough sizes of what is kept. */
const BYTES = { entry: 200, chain: 300 };

interface SignedEntry {
  hash: string;
  /** The first day that signed it, which says the most. */
  day: string;
}

/** What was signed of the wallets of some owners, by revision, until it is compared. */
export class SignedBook {
  days = 0;
  private readonly chains = new Map<string, Map<number, SignedEntry>>();
  private entries = 0;

  constructor(
    private shard: OwnerShard,
    /** Past this, whoever has the book is asked each time to keep less of it. */
    private readonly mostBytes: number,
    private readonly onFull: () => void,
  ) {}

  get bytes(): number {
    return this.entries * BYTES.entry + this.chains.size * BYTES.chain;
  }

  note({ day, heads }: SignedHeads): void {
    this.days += 1;
    for (const [ownerId, revision, hash] of heads) {
      if (!this.shard.has(ownerId)) continue;
      const chain = this.chains.get(ownerId) ?? new Map<number, SignedEntry>();
      this.chains.set(ownerId, chain);
      const known = chain.get(revision);
      if (known && known.hash !== hash) chain.set(revision, { hash: 'signed in two ways', day });
      if (known) continue;
      chain.set(revision, { hash, day });
      this.entries += 1;
      if (this.bytes > this.mostBytes) this.onFull();
    }
  }

  /** Forgets what is not of these owners, and notes no more of it. */
  keep(shard: OwnerShard): void {
    this.shard = shard;
    for (const [ownerId, chain] of this.chains) {
      if (shard.has(ownerId)) continue;
      this.entries -= chain.size;
      this.chains.delete(ownerId);
    }
  }

  /** What was signed of an entry, which is then no longer in the book. */
  take(ownerId: string, revision: number): SignedEntry | undefined {
    const chain = this.chains.get(ownerId);
    const entry = chain?.get(revision);
    if (!chain || !entry) return undefined;
    chain.delete(revision);
    this.entries -= 1;
    if (chain.size === 0) this.chains.delete(ownerId);
    return entry;
  }

  /** The oldest entry of each wallet of which some were not taken. */
  *left(): Generator<[ownerId: string, SignedEntry]> {
    for (const [ownerId, chain] of this.chains) {
      const [oldest] = chain.values();
      if (oldest) yield [ownerId, oldest];
    }
  }
}
