import type { EventStore } from '../../platform/event-store/event-store';
import { StreamNotFound } from '../../platform/event-store/event-store';
import { headsFileDays, readHeadsFile } from './heads-file';
import type { Findings } from './findings';
import { LEDGER_HEADS_ID, ledgerHeadsAggregate, type SignedHeads } from './ledger-heads';
import { signatureFault } from './sign-heads';
import type { SignedBook } from './signed-book';
import { streamOf } from '../../platform/domain/aggregate';

interface Source {
  events: EventStore;
  /** The data folder, whose files outlive what is done to the database. */
  home: string;
  trusted: ReadonlySet<string>;
}

const STREAM = streamOf(ledgerHeadsAggregate.category, LEDGER_HEADS_ID);

/** Of the signed heads before; those of all wallets need not be kept for it. */
type Previous = Pick<SignedHeads, 'hash' | 'day'> | null;

/** Notes all signed heads in the book, from the log and from the files that the log has lost. */
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
