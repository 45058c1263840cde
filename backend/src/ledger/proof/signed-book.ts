import { createHash } from 'node:crypto';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { StreamNotFound } from '../../eventsourcing/event-store/event-store';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { canonicalJson } from '../../lib/hash';
import { MerkleRoot } from '../../lib/merkle';
import { HeadsFolder } from './heads-folder';
import { LEDGER_HEADS_ID, ledgerHeadsAggregate, NOT_SIGNED, NOTHING, signatureFault } from './ledger-heads';
import type { Fault, Head, SignedHeads } from './ledger-heads';
import { leafOf } from './log-digest';
import type { OwnerShard } from './owner-shard';
import type { Findings } from './verification';

/** Estimated memory per item. */
const BYTES = { entry: 200, chain: 300 };

interface SignedEntry {
  hash: string;
  /** The first day on which the entry was signed, since the earliest day is the strongest proof. */
  day: string;
}

/** The signed entries of a shard's wallets, by revision, until they are compared with the log. */
export class SignedBook {
  private readonly chains = new Map<string, Map<number, SignedEntry>>();
  private entries = 0;

  constructor(
    private shard: OwnerShard,
    /** Size in bytes beyond which `onFull` is called after each added entry. */
    private readonly mostBytes: number,
    private readonly onFull: () => void,
  ) {}

  get bytes(): number {
    return this.entries * BYTES.entry + this.chains.size * BYTES.chain;
  }

  note(day: string, [ownerId, revision, hash]: Head): void {
    if (!this.shard.has(ownerId)) return;
    const chain = this.chains.get(ownerId) ?? new Map<number, SignedEntry>();
    this.chains.set(ownerId, chain);
    const known = chain.get(revision);
    if (known && known.hash !== hash) chain.set(revision, { hash: 'signed in two ways', day });
    if (known) return;
    chain.set(revision, { hash, day });
    this.entries += 1;
    if (this.bytes > this.mostBytes) this.onFull();
  }

  /** Discards all entries outside the shard, and ignores them from then on. */
  keep(shard: OwnerShard): void {
    this.shard = shard;
    for (const [ownerId, chain] of this.chains) {
      if (shard.has(ownerId)) continue;
      this.entries -= chain.size;
      this.chains.delete(ownerId);
    }
  }

  /** Removes a signed entry and returns it. */
  take(ownerId: string, revision: number): SignedEntry | undefined {
    const chain = this.chains.get(ownerId);
    const entry = chain?.get(revision);
    if (!chain || !entry) return undefined;
    chain.delete(revision);
    this.entries -= 1;
    if (chain.size === 0) this.chains.delete(ownerId);
    return entry;
  }

  /** Yields the oldest remaining entry of each wallet. */
  *left(): Generator<[ownerId: string, SignedEntry]> {
    for (const [ownerId, chain] of this.chains) {
      const [oldest] = chain.values();
      if (oldest) yield [ownerId, oldest];
    }
  }
}

/** Where to find signed heads, and which keys are trusted. */
export interface SignedSource {
  /** The data directory; its files survive tampering with the database. */
  home: string;
  /** Another folder with copies of the data directory's files, where this installation cannot write. */
  copies?: string;
  trusted: ReadonlySet<string>;
}

const STREAM = streamOf(ledgerHeadsAggregate.category, LEDGER_HEADS_ID);

/** A signed day without its heads, which are not kept. */
export type SignedDay = Omit<SignedHeads, 'heads'>;

/** Reads all signed heads: those in the log, and those in files that are missing from the log or contradict it. */
export class SignedHeadsReader {
  private readonly folders: readonly HeadsFolder[];

  constructor(
    private readonly events: EventStore,
    private readonly source: SignedSource,
    private readonly book: SignedBook,
    private readonly findings: Findings,
  ) {
    const { home, copies } = source;
    this.folders = [HeadsFolder.of(home), ...(copies === undefined ? [] : [new HeadsFolder(copies)])];
  }

  /** Adds valid signed heads to the book, reports invalid ones, and returns the valid ones, earliest first. */
  async read(): Promise<SignedDay[]> {
    const inLog = new Map<string, { hash: string; whole: string }>();
    const valid: SignedDay[] = [];
    let previous: SignedDay | null = null;
    let revision = 0n;
    for await (const { signed, revision: found } of signedHeadsIn(this.events)) {
      const day = String(signed?.day);
      const fault =
        found === revision
          ? chainFault(signed, previous, this.source.trusted)
          : { reason: 'is not the one after the last', expected: `${revision}`, found: `${found}` };
      if (fault === null) {
        valid.push(await this.note(signed));
        inLog.set(day, { hash: signed.hash, whole: fingerprintOf(signed) });
      } else this.report(day, fault, Number(found));
      revision = found + 1n;
      previous = signed && withoutHeads(signed);
    }
    const told = new Set<string>();
    for (const folder of this.folders) {
      for (const day of await folder.days()) {
        const file = await folder.signed(day);
        // Compares the whole content, since changed content in a file could keep its old hash.
        if (told.has(day) || (file && fingerprintOf(file) === inLog.get(day)?.whole)) continue;
        told.add(day);
        valid.push(...(await this.compareFile(file as SignedHeads | null, day, inLog.get(day)?.hash)));
      }
    }
    return valid.sort((a, b) => (a.day < b.day ? -1 : 1));
  }

  private report(day: string, fault: Fault, revision: number | null = null): void {
    this.findings.add({ what: 'signature', day, revision, ...fault });
  }

  private async compareFile(file: SignedHeads | null, day: string, known: string | undefined): Promise<SignedDay[]> {
    const fault = file === null ? NOT_SIGNED : signatureFault(file, this.source.trusted);
    if (file === null || fault !== null) {
      this.report(day, { ...NOTHING, ...(fault ?? NOT_SIGNED), reason: `the file of the day ${fault?.reason}` });
      return [];
    }
    const reason =
      known === undefined
        ? 'the log has lost what the file keeps'
        : 'the log has other signed heads than the file of the day';
    this.report(day, { reason, expected: file.hash, found: known ?? 'nothing' });
    return [await this.note(file)];
  }

  /** Adds the heads of a day to the book: those in the log, or those in the first file that matches the signed root. */
  private async note(signed: SignedHeads): Promise<SignedDay> {
    const { day, heads, root } = signed;
    if (heads) for (const head of heads) this.book.note(day, head);
    for (const folder of root === undefined || heads ? [] : this.folders) {
      const tree = new MerkleRoot();
      for await (const head of folder.heads(day)) tree.push(leafOf(head));
      if (tree.size === 0) continue;
      if (tree.root() === root) {
        for await (const head of folder.heads(day)) this.book.note(day, head);
        break;
      }
      this.report(day, {
        reason: 'the heads in the file are not those signed',
        expected: root ?? null,
        found: tree.root(),
      });
    }
    return withoutHeads(signed);
  }
}

const fingerprintOf = (signed: object): string => createHash('sha256').update(canonicalJson(signed)).digest('hex');

const withoutHeads = ({ heads: _heads, ...day }: SignedHeads): SignedDay => day;

/** Yields the signed heads, earliest first; none when no day is signed. */
export async function* signedHeadsIn(events: EventStore): AsyncGenerator<{ signed: SignedHeads; revision: bigint }> {
  try {
    for await (const { data, revision } of events.readStream(STREAM)) yield { signed: data as SignedHeads, revision };
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
}

function chainFault(signed: SignedHeads, previous: SignedDay | null, trusted: ReadonlySet<string>): Fault | null {
  if (signed === null || typeof signed !== 'object') return NOT_SIGNED;
  const fault = signatureFault(signed, trusted);
  if (fault !== null) return fault;
  const before = previous?.hash ?? null;
  if (signed.previousHash !== before) {
    const reason = 'does not follow the signed heads before it';
    return { reason, expected: `${before}`, found: `${signed.previousHash}` };
  }
  if (previous === null || signed.day > previous.day) return null;
  const reason = 'is of no later day than the one before it';
  return { reason, expected: `after ${previous.day}`, found: signed.day };
}
