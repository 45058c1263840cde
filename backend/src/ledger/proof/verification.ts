import { MAX_LISTED_VERIFICATIONS, MAX_NAMED_FINDINGS } from '@storyreel/contracts';
import type { Finding } from '@storyreel/contracts';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';

/** A finding as stored in the log: the owner's e-mail address is looked up when the finding is shown. */
export type StoredFinding = Omit<Finding, 'email'>;
/** Defaults for fields that findings of earlier releases lack. */
const UNKNOWN = { ownerId: null, stream: null, revision: null, day: null, row: null, expected: null, found: null };

/** Maximum characters of a value in a finding: one event has up to 100 findings. */
const SHOWN = 300;
export const clipped = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** Collects findings: counts all of them, and keeps the details of the first ones. */
export class Findings {
  readonly named: StoredFinding[] = [];
  count = 0;

  add(finding: Pick<StoredFinding, 'what' | 'reason'> & Partial<StoredFinding>): void {
    this.count += 1;
    if (this.named.length >= MAX_NAMED_FINDINGS) return;
    this.named.push({ ...UNKNOWN, ...finding });
  }
}

/** The user who requested a verification. The daily verification has no e-mail address. */
export interface Starter {
  id: string;
  email: string | null;
}

export type Outcome = 'sound' | 'unsound' | 'failed';

/** The range of days that the verified signatures cover. */
export interface Signed {
  /** The first and the last signed day. */
  from: string;
  to: string;
  /** Time of the last signature. */
  at: string;
  /** Number of wallet entries since the last signature. */
  unsigned: number;
}

export interface Counted {
  eventsRead: number;
  wallets: number;
  entries: number;
  signedDays: number;
  /** The range that the signatures cover; null if unknown, as in events of earlier releases. */
  signed?: Signed | null;
}

export type VerificationEvent =
  | DomainEvent<'VerificationStarted', { verificationId: string; startedBy: Starter }>
  | DomainEvent<'VerificationAdvanced', { verificationId: string; eventsRead: number; share: number }>
  | DomainEvent<
      'VerificationEnded',
      Counted & {
        verificationId: string;
        outcome: Outcome;
        badCount: number;
        /** Details of the first findings. */
        bad: StoredFinding[];
        error: string | null;
      }
    >;

export interface VerificationState extends Counted {
  id: string;
  outcome: Outcome | null;
  startedAt: string;
  startedBy: Starter;
  endedAt: string | null;
  share: number;
  badCount: number;
  bad: readonly StoredFinding[];
  error: string | null;
}

export type PastVerification = Omit<VerificationState, 'bad'>;

export interface VerificationHistory {
  latest: VerificationState | null;
  /** Earlier verifications, newest first. */
  earlier: readonly PastVerification[];
}

/** Id of the only stream of verifications, `verification-ledger`: one verification runs at a time. */
export const VERIFICATION_ID = 'ledger';
export const verificationAggregate: Aggregate<VerificationHistory, VerificationEvent> = {
  category: 'verification',
  initial: { latest: null, earlier: [] },
  evolve: ({ latest, earlier }, event, { at }) => ({
    latest: evolved(latest, event, at),
    earlier: event.type === 'VerificationStarted' && latest !== null ? withPast(earlier, latest) : earlier,
  }),
  snapshot: { version: 3 },
};

function withPast(
  earlier: readonly PastVerification[],
  { bad: _bad, ...past }: VerificationState,
): readonly PastVerification[] {
  return [past, ...earlier].slice(0, MAX_LISTED_VERIFICATIONS - 1);
}

const NOTHING_YET = { eventsRead: 0, wallets: 0, entries: 0, signedDays: 0, badCount: 0, bad: [], error: null };

function evolved(latest: VerificationState | null, event: VerificationEvent, at: string): VerificationState | null {
  if (event.type === 'VerificationStarted') {
    const { verificationId: id, startedBy } = event.data;
    return { ...NOTHING_YET, id, startedBy, startedAt: at, outcome: null, endedAt: null, share: 0 };
  }
  if (latest?.id !== event.data.verificationId || latest.outcome !== null) return latest;
  switch (event.type) {
    case 'VerificationAdvanced':
      return { ...latest, eventsRead: event.data.eventsRead, share: event.data.share };
    case 'VerificationEnded': {
      const { verificationId: _id, ...ended } = event.data;
      const bad = ended.bad.map((finding) => ({ ...UNKNOWN, ...finding }));
      return { ...latest, ...ended, bad, endedAt: at, share: ended.outcome === 'failed' ? latest.share : 1 };
    }
    default:
      return event satisfies never;
  }
}

export const STOPPED = 'The server stopped before everything was read.';

/** Starts a verification. If the previous one was cut off before it recorded its end, its end is recorded first. */
export function decideStart(
  started: { verificationId: string; startedBy: Starter },
  { latest }: Pick<VerificationHistory, 'latest'>,
): VerificationEvent[] {
  const events: VerificationEvent[] = [{ type: 'VerificationStarted', data: started }];
  if (latest === null || latest.outcome !== null) return events;
  const { eventsRead, wallets, entries, signedDays } = latest;
  const counted = { eventsRead, wallets, entries, signedDays };
  const cutOff = {
    verificationId: latest.id,
    outcome: 'failed' as const,
    ...counted,
    badCount: 0,
    bad: [],
    error: STOPPED,
  };
  return [{ type: 'VerificationEnded', data: cutOff }, ...events];
}

/** Records an event of the running verification; does nothing for another verification. */
export const decideAbout =
  (event: Exclude<VerificationEvent, { type: 'VerificationStarted' }>) =>
  ({ latest }: Pick<VerificationHistory, 'latest'>): VerificationEvent[] =>
    latest?.id === event.data.verificationId && latest.outcome === null ? [event] : [];
