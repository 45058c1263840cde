import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { type RecordedEvent, toRecorded } from '../../eventsourcing/domain/domain-event';
import { fromPosition } from '../../eventsourcing/event-store/event-store';
import type { EventStore, Position } from '../../eventsourcing/event-store/event-store';
import { hashOf, WalletProof } from '../../money/zaps';
import { clipped, Findings } from './verification';
import type { Signed } from './verification';
import { OwnerShard } from './owner-shard';
import { RowProof, SharedRowProof } from './row-proof';
import { DeliveredFiles } from './delivered-files';
import { WALLETS } from './log-digest';
import { LogProof } from './log-proof';
import { SignedBook, SignedHeadsReader } from './signed-book';
import type { SignedSource } from './signed-book';
import { type ComparedRows, ViewReach } from './proven-views';

const LOOK_EVERY = 2_000;
/** Estimated bytes of the items kept during a pass. */
const BYTES = { wallet: 1_000, open: 300, closed: 120, row: 700 };
const DEFAULT_BUDGET = 256 * 1024 * 1024;

export interface LedgerReport {
  wallets: number;
  entries: number;
  eventsRead: number;
  signedDays: number;
  /** The range that the signatures cover; null without a signed day. */
  signed: Signed | null;
  /** Number of reads of the whole log. */
  passes: number;
  findings: Findings;
}

export interface VerifyOptions {
  /** Views to compare; without them, only the log is verified. */
  rows?: ComparedRows;
  /** Signed heads; without them, only the events are verified. */
  signed?: SignedSource;
  /** Memory limit, beyond which some wallets are left for another pass over the log. */
  budgetBytes?: number;
  /** Number of events between two checks of the signal and of the memory limit. */
  lookEvery?: number;
  onProgress?(progress: { eventsRead: number; share: number }): void;
  signal?: AbortSignal;
}

/**
 * Recomputes every wallet from the current log: in one pass if the state of all wallets fits into the memory limit,
 * otherwise in several passes, each over a part of the owners.
 */
export async function verifyLedger(events: EventStore, options: VerifyOptions = {}): Promise<LedgerReport> {
  const report: LedgerReport = {
    wallets: 0,
    entries: 0,
    eventsRead: 0,
    signedDays: 0,
    signed: null,
    passes: 0,
    findings: new Findings(),
  };
  const head = await events.head();
  const { rows, signal } = options;
  await reportLogFaults(events, report.findings);
  const reach = rows && head !== null ? await ViewReach.open(rows, head, signal) : undefined;
  const waiting = [OwnerShard.all];
  for (let done = 0; waiting.length > 0; report.passes = ++done) {
    const shard = waiting.pop() ?? OwnerShard.all;
    const pass = new Pass(events, {
      ...options,
      shard,
      head,
      reach,
      report,
      isFirst: done === 0,
      putOff: (later) => waiting.push(later),
    });
    await pass.run((share) =>
      options.onProgress?.({ eventsRead: report.eventsRead, share: (done + share) / (done + 1 + waiting.length) }),
    );
  }
  return report;
}

/** Reports traces of deletions in the log. Gaps within a wallet are reported by the wallet's own proof. */
async function reportLogFaults(events: EventStore, findings: Findings): Promise<void> {
  for await (const { streamId: stream, revision, ...fault } of events.faults()) {
    const ownerId = stream?.startsWith(WALLETS) ? idOfStream(stream) : null;
    if (ownerId !== null && revision !== null) continue;
    findings.add({ what: 'log', stream, ownerId, revision: revision === null ? null : Number(revision), ...fault });
  }
}

interface PassOptions extends VerifyOptions {
  shard: OwnerShard;
  head: Position | null;
  reach: ViewReach | undefined;
  report: LedgerReport;
  isFirst: boolean;
  putOff: (later: OwnerShard) => void;
}

/** One read of the log. */
class Pass {
  private wallets = new Map<string, WalletProof>();
  private shard: OwnerShard;
  private rows: RowProof[] = [];
  private sharedRows: SharedRowProof[] = [];
  private readonly book: SignedBook;

  constructor(
    private readonly events: EventStore,
    private readonly options: PassOptions,
  ) {
    this.shard = options.shard;
    this.book = new SignedBook(this.shard, this.budgetBytes, () => this.fitBudget());
  }

  private get budgetBytes(): number {
    return this.options.budgetBytes ?? DEFAULT_BUDGET;
  }

  async run(onShare: (share: number) => void): Promise<void> {
    const { head, report, isFirst, signed, rows } = this.options;
    // Each pass rereads the signed heads, but only the first pass reports their faults.
    const findings = isFirst ? report.findings : new Findings();
    const days = signed ? await new SignedHeadsReader(this.events, signed, this.book, findings).read() : null;
    // The log as a whole is compared only in the first pass.
    const log = isFirst
      ? new LogProof(days, rows ? new DeliveredFiles(rows.pool, findings) : null, findings)
      : undefined;
    if (head !== null) await this.read(head, onShare, log);
    if (log) {
      report.signedDays = days?.length ?? 0;
      report.signed = await log.finish();
    }
    await this.finish();
  }

  private async read(head: Position, onShare: (share: number) => void, log?: LogProof): Promise<void> {
    const { report, reach, isFirst, signal, lookEvery = LOOK_EVERY } = this.options;
    this.openRowProofs(head);
    let read = 0;
    const filter = log ? undefined : { streamPrefixes: [WALLETS] };
    for await (const stored of this.events.readAll({ filter, asStored: true })) {
      if (stored.position > head) break;
      read += 1;
      if (isFirst) {
        report.eventsRead = read;
        reach?.saw(stored);
      }
      if (read % lookEvery === 0) {
        signal?.throwIfAborted();
        this.fitBudget();
        onShare(Number(fromPosition(stored.position)) / Number(fromPosition(head)));
      }
      const looked = log?.add(stored);
      if (looked) await looked;
      if (!stored.streamId.startsWith(WALLETS)) continue;
      const ownerId = idOfStream(stored.streamId);
      if (this.sharedRows.length === 0 && !this.shard.has(ownerId)) continue;
      const event = toRecorded(stored);
      for (const rows of this.sharedRows) rows.add(event);
      if (!this.shard.has(ownerId)) continue;
      this.prove(ownerId, event);
      for (const rows of this.rows) {
        const busy = rows.add(event, ownerId);
        if (busy) await busy;
      }
    }
    // Report the views before the last rows are compared, since findings about rows might use up the limit of detailed
    // findings.
    if (isFirst) reach?.report(report.findings);
    onShare(1);
  }

  private openRowProofs(head: Position): void {
    const { rows, reach, report, isFirst } = this.options;
    for (const ledgerView of rows?.views ?? []) {
      const reached = reach?.of(ledgerView) ?? null;
      if (!rows || reached === null) continue;
      const until = reached < head ? reached : head;
      const { pool } = rows;
      if (!ledgerView.ofEverybody) this.rows.push(new RowProof(pool, ledgerView, until, report.findings));
      else if (isFirst) this.sharedRows.push(new SharedRowProof(pool, ledgerView.view, until, report.findings));
    }
  }

  private prove(ownerId: string, event: RecordedEvent): void {
    const { findings } = this.options.report;
    let wallet = this.wallets.get(ownerId);
    if (!wallet) this.wallets.set(ownerId, (wallet = new WalletProof(ownerId)));
    if (wallet.bad) return;
    const before = { entries: wallet.entries, hash: wallet.lastHash };
    if (!wallet.add(event)) {
      const bad = wallet.bad as { revision: bigint; reason: string } | null;
      findings.add({
        what: 'entry',
        ownerId,
        revision: Number(bad?.revision),
        reason: bad?.reason ?? '',
        ...linkDifference(event, before),
      });
      return;
    }
    const revision = Number(event.revision);
    const signed = this.book.take(ownerId, revision);
    if (!signed || signed.hash === wallet.lastHash) return;
    const reason =
      'the chain was rewritten: its entry here, or one between the signed head before and here, is another';
    wallet.bad = { revision: event.revision, reason };
    findings.add({
      what: 'head',
      ownerId,
      revision,
      day: signed.day,
      reason,
      expected: signed.hash,
      found: wallet.lastHash,
    });
  }

  private fitBudget(): void {
    while (this.bytes() > this.budgetBytes) {
      const halves = this.shard.split();
      if (!halves) return;
      const [kept, later] = halves;
      this.shard = kept;
      this.options.putOff(later);
      for (const ownerId of this.wallets.keys()) if (!kept.has(ownerId)) this.wallets.delete(ownerId);
      this.book.keep(kept);
      for (const rows of this.rows) rows.keep(kept);
    }
  }

  private bytes(): number {
    let bytes = this.book.bytes + this.wallets.size * BYTES.wallet;
    for (const wallet of this.wallets.values()) {
      bytes += wallet.open.size * BYTES.open + wallet.closed.size * BYTES.closed;
    }
    for (const rows of this.rows) bytes += rows.size * BYTES.row;
    return bytes;
  }

  private async finish(): Promise<void> {
    const { report } = this.options;
    report.wallets += this.wallets.size;
    for (const { entries } of this.wallets.values()) report.entries += entries;
    for (const [ownerId, { day, hash }] of this.book.left()) {
      const wallet = this.wallets.get(ownerId);
      if (wallet?.bad) continue;
      const reason = 'the chain was cut short: entries that were signed are gone';
      const revision = wallet?.entries ?? 0;
      report.findings.add({ what: 'head', ownerId, revision, day, reason, expected: hash, found: 'no entry' });
    }
    for (const rows of this.sharedRows) await rows.finish(this.events, WALLETS);
    for (const rows of this.rows) await rows.finish(this.events, this.shard);
  }
}

/**
 * Returns the differences between an entry and the entry that the chain expects; wrong postings are reported
 * separately.
 */
function linkDifference(event: RecordedEvent, before: { entries: number; hash: string }) {
  const { prevHash, hash, at } = (event.data ?? {}) as Record<string, unknown>;
  const pairs: [expected: string, found: string][] = [
    [`revision ${before.entries}`, `revision ${event.revision}`],
    [idOfStream(event.streamId), event.metadata.ownerId],
    [before.hash, String(prevHash)],
    [String(hash), hashOf({ type: event.type, data: event.data ?? {} })],
    [String(at), event.metadata.at],
  ];
  const [expected, found] = pairs.find(([one, other]) => one !== other) ?? [null, JSON.stringify(event.data)];
  return { expected, found: clipped(found) };
}
