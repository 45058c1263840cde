import { streamOf } from '../../eventsourcing/domain/aggregate';
import { StreamNotFound } from '../../eventsourcing/event-store/event-store';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { headsFileDays, LEDGER_HEADS_ID, ledgerHeadsAggregate, readHeadsFile, signatureFault } from './ledger-heads';
import type { SignedHeads } from './ledger-heads';
import type { OwnerShard } from './owner-shard';
import type { Findings } from './verification';

/** Estimated memory per item. */
const BYTES = { entry: 200, chain: 300 };

interface SignedEntry {
  hash: string;
  /** The first day that signed it: the strongest proof. */
  day: string;
}

/** The signed entries of a shard's wallets, by revision, until they are compared. */
export class SignedBook {
  days = 0;
  private readonly chains = new Map<string, Map<number, SignedEntry>>();
  private entries = 0;

  constructor(
    private shard: OwnerShard,
    /** `onFull` is called after each entry added beyond this size. */
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

  /** Discards everything outside the shard, and adds no more of it. */
  keep(shard: OwnerShard): void {
    this.shard = shard;
    for (const [ownerId, chain] of this.chains) {
      if (shard.has(ownerId)) continue;
      this.entries -= chain.size;
      this.chains.delete(ownerId);
    }
  }

  /** Removes and returns the signed data of an entry. */
  take(ownerId: string, revision: number): SignedEntry | undefined {
    const chain = this.chains.get(ownerId);
    const entry = chain?.get(revision);
    if (!chain || !entry) return undefined;
    chain.delete(revision);
    this.entries -= 1;
    if (chain.size === 0) this.chains.delete(ownerId);
    return entry;
  }

  /** Yields the oldest entry left of each wallet. */
  *left(): Generator<[ownerId: string, SignedEntry]> {
    for (const [ownerId, chain] of this.chains) {
      const [oldest] = chain.values();
      if (oldest) yield [ownerId, oldest];
    }
  }
}

interface Source {
  events: EventStore;
  /** The data directory: its files survive tampering with the database. */
  home: string;
  trusted: ReadonlySet<string>;
}

const STREAM = streamOf(ledgerHeadsAggregate.category, LEDGER_HEADS_ID);

/** The preceding signed heads, without the heads themselves, which need not be kept. */
type Previous = Pick<SignedHeads, 'hash' | 'day'> | null;

/**
 * Adds all valid signed heads to the book: those of the log, and those of files that the log lacks or contradicts.
 * Reports each of these files and all invalid heads.
 */
export async function readSignedHeads(source: Source, book: SignedBook, findings: Findings): Promise<void> {
  const inLog = new Map<string, string>();
  let previous: Previous = null;
  let revision = 0n;
  for await (const event of streamed(source.events)) {
    const signed = event.data as SignedHeads;
    const day = String(signed?.day);
    const fault =
      event.revision === revision ? chainFault(signed, previous, source.trusted) : 'is not the one after the last';
    if (fault === null) {
      book.note(signed);
      inLog.set(day, signed.hash);
    } else findings.add({ what: 'signature', day, revision: Number(event.revision), reason: fault });
    revision = event.revision + 1n;
    previous = signed && { hash: signed.hash, day: signed.day };
  }
  for (const day of await headsFileDays(source.home)) {
    if (inLog.has(day) && (await readHeadsFile(source.home, day))?.hash === inLog.get(day)) continue;
    await compareFile(source, { day, known: inLog.has(day) }, { book, findings });
  }
}

async function* streamed(events: EventStore) {
  try {
    yield* events.readStream(STREAM);
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
}

function chainFault(signed: SignedHeads, previous: Previous, trusted: ReadonlySet<string>): string | null {
  if (signed === null || typeof signed !== 'object') return 'is not what was signed';
  const fault = signatureFault(signed, trusted);
  if (fault !== null) return fault;
  if (signed.previousHash !== (previous?.hash ?? null)) return 'does not follow the signed heads before it';
  return previous !== null && signed.day <= previous.day ? 'is of no later day than the one before it' : null;
}

async function compareFile(
  { home, trusted }: Source,
  { day, known }: { day: string; known: boolean },
  { book, findings }: { book: SignedBook; findings: Findings },
): Promise<void> {
  const file = (await readHeadsFile(home, day)) as SignedHeads | null;
  const fault = file === null ? 'is not what was signed' : signatureFault(file, trusted);
  if (fault !== null) return findings.add({ what: 'signature', day, reason: `the file of the day ${fault}` });
  findings.add({
    what: 'signature',
    day,
    reason: known ? 'the log has other signed heads than the file of the day' : 'the log has lost what the file keeps',
  });
  if (file !== null) book.note(file);
}
