import type { StoredEvent } from '../../eventsourcing/event-store/event-store';
import { isJobEvent, isStep, madeAssets } from '../../projects/storyboard';
import type { JobData } from '../../projects/storyboard';
import { LogDigest, rootOfHeads, WALLETS } from './log-digest';
import type { SignedDay } from './signed-book';
import type { DeliveredFiles } from './delivered-files';
import type { Findings, Signed, VerificationEvent } from './verification';

/**
 * Number of days from which missing signatures are reported: a single missing day is no fault, since a server may start
 * shortly before midnight.
 */
const DAYS_OF_GRACE = 2;

const dayOf = ({ metadata }: StoredEvent): string => String(metadata?.at).slice(0, 10);

/** Compares the whole log with the signed digests, and completed jobs with their delivered files. */
export class LogProof {
  private readonly digest = new LogDigest();
  private readonly digested: readonly SignedDay[];
  /** Index of the next signed digest to compare. */
  private next = 0;
  /** True once an event differs, because then all later digests differ too. */
  private differs = false;
  /** Days that have events, from the first entry of any wallet on. */
  private readonly days = new Set<string>();
  private unsigned = 0;
  /** The highest number of signed days that an earlier verification saw. */
  private seen = 0;

  /** @param signed null if signed heads are not verified */
  constructor(
    private readonly signed: readonly SignedDay[] | null,
    private readonly delivered: DeliveredFiles | null,
    private readonly findings: Findings,
  ) {
    this.digested = signed?.filter(({ log }) => log !== undefined) ?? [];
  }

  /**
   * @param event as stored
   * @returns a promise to await while delivered files are looked up, else null
   */
  add(event: StoredEvent): Promise<void> | null {
    const isEntry = event.streamId.startsWith(WALLETS);
    if (isEntry || this.days.size > 0) this.days.add(dayOf(event));
    if (isEntry && this.isUnsigned(event)) this.unsigned += 1;
    if (event.type === 'VerificationEnded') {
      const { data } = event as unknown as Extract<VerificationEvent, { type: 'VerificationEnded' }>;
      this.seen = Math.max(this.seen, Number(data?.signedDays) || 0);
    }
    if (this.digested.length > 0) {
      this.digest.add(event);
      while (this.digested[this.next]?.log?.events === this.digest.events) this.compare();
    }
    if (event.unreadable) this.reportUnreadable(event);
    return this.compareDelivery(event);
  }

  private reportUnreadable({ streamId: stream, revision, metadata, unreadable }: StoredEvent): void {
    const place = { stream, revision: Number(revision), ownerId: String(metadata?.ownerId) };
    const reason = 'cannot be decrypted: it was changed or moved, or its key is missing';
    this.findings.add({ what: 'log', ...place, reason, found: unreadable?.message ?? null });
  }

  /** Compares the number of events where the signed day has one, since a restore may have changed positions. */
  private isUnsigned({ position }: StoredEvent): boolean {
    const last = this.signed?.at(-1);
    if (!last) return true;
    return last.log ? this.digest.events >= last.log.events : position > last.position;
  }

  private compare(): void {
    const signed = this.digested[this.next++];
    if (!signed?.log || this.differs) return;
    const { day, log, root: expected } = signed;
    const root = this.digest.root();
    if (root !== log.root) {
      this.differs = true;
      const before = this.digested[this.next - 2]?.log?.events ?? 0;
      const reason =
        `the log is not what was signed: of its events ${before + 1} to ${log.events} one was changed, added, moved or ` +
        'deleted';
      this.findings.add({ what: 'log', day, reason, expected: log.root, found: root });
    } else if (this.next === this.digested.length && expected !== undefined) {
      const found = rootOfHeads(this.digest.heads());
      const reason = 'the root over all wallets is not the one signed';
      if (found !== expected) this.findings.add({ what: 'signature', day, reason, expected, found });
    }
  }

  private compareDelivery(event: StoredEvent): Promise<void> | null {
    if (!isJobEvent(event) || !isStep(event, 'Completed')) return null;
    const { streamId: stream, revision, metadata } = event as StoredEvent;
    const data = event.data as JobData<'Completed'> | null;
    if (!data?.delivered) return null;
    const place = { stream, revision: Number(revision), ownerId: String(metadata?.ownerId) };
    for (const { url } of madeAssets(data)) {
      if (Object.hasOwn(data.delivered, url)) continue;
      const reason = 'names a file that was not delivered: its address was changed';
      const expected = Object.keys(data.delivered).join(', ');
      this.findings.add({ what: 'delivery', ...place, reason, expected, found: url });
    }
    return this.delivered?.add(place, data.delivered) ?? null;
  }

  /**
   * Finishes the comparison; call it after all events.
   * @returns the range that the signatures cover; null if signatures are not verified
   */
  async finish(): Promise<Signed | null> {
    await this.delivered?.finish();
    const { signed } = this;
    const short = this.differs ? undefined : this.digested[this.next];
    if (short?.log) {
      const reason = 'the log was cut short: events that were signed are gone';
      const [expected, found] = [`${short.log.events} events`, `${this.digest.events} events`];
      this.findings.add({ what: 'log', day: short.day, reason, expected, found });
    }
    if (!signed) return null;
    if (this.seen > signed.length) {
      const reason = 'signed days are gone: an earlier verification compared more';
      const [expected, found] = [`${this.seen} signed days`, `${signed.length} signed days`];
      this.findings.add({ what: 'signature', reason, expected, found });
    }
    const [first, last] = [signed[0], signed.at(-1)];
    this.reportUnsigned(last?.day);
    return first && last ? { from: first.day, to: last.day, at: last.signedAt, unsigned: this.unsigned } : null;
  }

  /** Reports missing days: a server signs on each day on which it runs, except on the first day of a ledger. */
  private reportUnsigned(last: string | undefined): void {
    const days = [...this.days].sort();
    const since = last ?? days[0] ?? '';
    const newest = days.at(-1) ?? '';
    const unsigned = days.filter((day) => day > since && day < newest);
    if (unsigned.length < DAYS_OF_GRACE) return;
    const reason = 'signed heads are expected and not there: the log has events of this day and of later ones';
    const found = last === undefined ? 'no signed day' : `none after ${last}`;
    this.findings.add({ what: 'signature', day: unsigned[0] ?? null, reason, expected: 'a signed day', found });
  }
}
