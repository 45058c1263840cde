import type { EventStore } from '../../platform/event-store/event-store';
import { StreamNotFound } from '../../platform/event-store/event-store';
import { headsFileDays, readHeadsFile } from './heads-file';
import type { Findings } from './findings';
import { LEDGER_HEADS_ID, ledgerHeadsAggregate, type SignedHeads } from './ledger-heads';
import type { OwnerShard } from './owner-shard';
import { signatureFault } from './sign-heads';
import { streamOf } from '../../platform/domain/aggregate';

/** What was signed of one wallet, by revision. */
export type SignedChain = Map<number, { hash: string; day: string }>;

export interface SignedBook {
  days: number;
  chains: Map<string, SignedChain>;
}

interface Source {
  events: EventStore;
  /** The data folder, whose files outlive what is done to the database. */
  home: string;
  trusted: ReadonlySet<string>;
}

const STREAM = streamOf(ledgerHeadsAggregate.category, LEDGER_HEADS_ID);

/** All signed heads of some owners, from the log and from the files that the log has lost. */
export async function readSignedHeads(source: Source, shard: OwnerShard, findings: Findings): Promise<SignedBook> {
  const book: SignedBook = { days: 0, chains: new Map() };
  const inLog = new Map<string, string>();
  let previous: SignedHeads | null = null;
  let revision = 0n;
  for await (const event of streamed(source.events)) {
    const signed = event.data as SignedHeads;
    const day = String(signed?.day);
    const fault =
      event.revision === revision ? chainFault(signed, previous, source.trusted) : 'is not the one after the last';
    if (fault === null) {
      note(book, signed, shard);
      inLog.set(day, signed.hash);
    } else findings.add({ what: 'signature', day, revision: Number(event.revision), reason: fault });
    revision = event.revision + 1n;
    previous = signed;
  }
  for (const day of await headsFileDays(source.home)) {
    if (inLog.has(day) && (await readHeadsFile(source.home, day))?.hash === inLog.get(day)) continue;
    await compareFile(source, { day, known: inLog.has(day) }, { book, shard, findings });
  }
  return book;
}

async function* streamed(events: EventStore) {
  try {
    yield* events.readStream(STREAM);
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
}

function chainFault(signed: SignedHeads, previous: SignedHeads | null, trusted: ReadonlySet<string>): string | null {
  if (signed === null || typeof signed !== 'object') return 'is not what was signed';
  const fault = signatureFault(signed, trusted);
  if (fault !== null) return fault;
  if (signed.previousHash !== (previous?.hash ?? null)) return 'does not follow the signed heads before it';
  return previous !== null && signed.day <= previous.day ? 'is of no later day than the one before it' : null;
}

async function compareFile(
  { home, trusted }: Source,
  { day, known }: { day: string; known: boolean },
  { book, shard, findings }: { book: SignedBook; shard: OwnerShard; findings: Findings },
): Promise<void> {
  const file = (await readHeadsFile(home, day)) as SignedHeads | null;
  const fault = file === null ? 'is not what was signed' : signatureFault(file, trusted);
  if (fault !== null) return findings.add({ what: 'signature', day, reason: `the file of the day ${fault}` });
  findings.add({
    what: 'signature',
    day,
    reason: known ? 'the log has other signed heads than the file of the day' : 'the log has lost what the file keeps',
  });
  if (file !== null) note(book, file, shard);
}

function note(book: SignedBook, { day, heads }: SignedHeads, shard: OwnerShard): void {
  book.days += 1;
  for (const [ownerId, revision, hash] of heads) {
    if (!shard.has(ownerId)) continue;
    const chain = book.chains.get(ownerId) ?? (new Map() as SignedChain);
    book.chains.set(ownerId, chain);
    // The first day that signed it says the most.
    if (!chain.has(revision)) chain.set(revision, { hash, day });
    else if (chain.get(revision)?.hash !== hash) chain.set(revision, { hash: 'signed in two ways', day });
  }
}
