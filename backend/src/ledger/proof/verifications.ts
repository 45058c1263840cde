import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type { Verification, VerificationSummary } from '@storyreel/contracts';
import { Pool } from 'pg';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { type CommandContext, systemContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { acquireLease, hasLeader } from '../../infra/postgres/leader-term';
import type { Decide } from '../../eventsourcing/domain/aggregate';
import { EventStore } from '../../eventsourcing/event-store/event-store';
import { Ids } from '../../lib/ids';
import type { SessionUser } from '../../infra/sessions';
import { toError } from '../../lib/errors';
import { accountEmails } from '../ledger/account-emails';
import { LEDGER_KEYS, type LedgerKeys } from './ledger-heads';
import { provenViews } from './proven-views';
import {
  decideAbout,
  decideStart,
  type PastVerification,
  STOPPED,
  type Starter,
  VERIFICATION_ID,
  verificationAggregate,
  type VerificationEvent,
  type VerificationHistory,
  type VerificationState,
} from './verification';
import { type LedgerReport, verifyLedger } from './verify-ledger';

/** Id that stands for the daily verification instead of a user. */
const DAILY = 'daily-verification';
const LEASE = 'ledger verification';
const TTL_MS = 10_000;
/**
 * Increase of progress between two recorded updates; other nodes, and this one after a restart, read the recorded
 * progress.
 */
const TOLD_EVERY = 0.1;

/** Creates the command context for one append. */
type Author = () => CommandContext;

interface Run {
  id: string;
  eventsRead: number;
  share: number;
}

/** Runs one verification at a time in the whole installation, on the node that received the request. */
@Injectable()
export class Verifications implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private run: Run | null = null;

  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly events: EventStore,
    private readonly pool: Pool,
    private readonly ids: Ids,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home'>,
    @Inject(LEDGER_KEYS) private readonly keys: LedgerKeys,
  ) {}

  /**
   * Starts a verification if none is running.
   * @returns the running verification
   */
  async start(user: SessionUser): Promise<Verification | null> {
    await this.begin({ id: user.id, email: null }, () => this.dispatcher.context(user), this.stopping.signal);
    return this.latest();
  }

  /**
   * Verifies the ledger for the daily signature.
   * @returns the number of findings; null if the verification failed, 'busy' while another one runs
   * @throws when the node stops
   */
  async daily(
    cause: Pick<CommandContext, 'correlationId'> & { causationId: string },
    signal: AbortSignal,
  ): Promise<number | null | 'busy'> {
    const by = () => systemContext(DAILY, VERIFICATION_ID, { ...cause, commandId: this.ids.next() });
    const ends = AbortSignal.any([signal, this.stopping.signal]);
    if (!(await this.begin({ id: DAILY, email: null }, by, ends))) return 'busy';
    const { latest } = await this.running.then(() => this.store.load(verificationAggregate, VERIFICATION_ID));
    ends.throwIfAborted();
    return latest?.outcome === 'failed' ? null : (latest?.badCount ?? null);
  }

  /** @returns false while another verification runs */
  private async begin(starter: Starter, by: Author, signal: AbortSignal): Promise<boolean> {
    const holder = `verification for ${starter.id}`;
    const lease = await acquireLease({ pool: this.pool, name: LEASE, holder, ttlMs: TTL_MS, onError: () => undefined });
    if (!lease) return false;
    try {
      const started = { verificationId: this.ids.next(), startedBy: starter };
      await this.append(by, (state) => decideStart(started, state));
      const ends = AbortSignal.any([signal, lease.signal]);
      this.running = this.verify(by, started.verificationId, ends).finally(() => lease.end());
      return true;
    } catch (error) {
      lease.end();
      throw error;
    }
  }

  async latest(): Promise<Verification | null> {
    const { latest } = await this.store.load(verificationAggregate, VERIFICATION_ID);
    return latest && this.present(latest);
  }

  /** Lists the verifications, newest first. */
  async list(): Promise<VerificationSummary[]> {
    const { latest, earlier } = await this.store.load(verificationAggregate, VERIFICATION_ID);
    if (latest === null) return [];
    const { bad: _bad, ...newest } = await this.present(latest);
    return [newest, ...earlier.map((past) => summaryOf(past))];
  }

  private async present(latest: VerificationState): Promise<Verification> {
    const isCutOff = latest.outcome === null && this.run?.id !== latest.id && !(await hasLeader(this.pool, LEASE));
    const run = this.run?.id === latest.id ? this.run : null;
    const people = latest.bad.flatMap(({ ownerId }) => ownerId ?? []);
    const emails = await accountEmails(this.pool, [latest.startedBy.id, ...people]);
    return present(latest, run, isCutOff, emails);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error(STOPPED));
    await this.running;
  }

  private async verify(by: Author, id: string, signal: AbortSignal): Promise<void> {
    this.run = { id, eventsRead: 0, share: 0 };
    let error: string | null = null;
    const report = await this.look(by, id, signal).catch(
      (reason: unknown) => void (error = this.stopping.signal.aborted ? STOPPED : toError(reason).message),
    );
    const { eventsRead = this.run.eventsRead, wallets = 0, entries = 0, signedDays = 0 } = report ?? {};
    const { signed = null, findings } = report ?? {};
    const { count: badCount = 0, named: bad = [] } = findings ?? {};
    const outcome = error !== null ? 'failed' : badCount === 0 ? 'sound' : 'unsound';
    const data = {
      verificationId: id,
      outcome,
      eventsRead,
      wallets,
      entries,
      signedDays,
      signed,
      badCount,
      bad,
      error,
    } as const;
    // If the end cannot be recorded, the expired lease shows that the verification was cut off.
    await this.append(by, decideAbout({ type: 'VerificationEnded', data })).catch(() => undefined);
    this.run = null;
  }

  private look(by: Author, id: string, signal: AbortSignal): Promise<LedgerReport> {
    let told = 0;
    return verifyLedger(this.events, {
      rows: { pool: this.pool, views: provenViews },
      signed: { home: this.config.home, trusted: this.keys.trusted },
      signal,
      onProgress: ({ eventsRead, share }) => {
        this.run = { id, eventsRead, share };
        if (share - told < TOLD_EVERY || share >= 1) return;
        told = share;
        const data = { verificationId: id, eventsRead, share };
        void this.append(by, decideAbout({ type: 'VerificationAdvanced', data })).catch(() => undefined);
      },
    });
  }

  private append(by: Author, decide: Decide<VerificationHistory, VerificationEvent>): Promise<unknown> {
    return this.store.execute(verificationAggregate, VERIFICATION_ID, by(), decide);
  }
}

/** Summarises a verification. A verification that was followed by another is no longer running. */
const summaryOf = ({ outcome, share, signed = null, ...rest }: PastVerification): VerificationSummary => ({
  ...rest,
  signed,
  state: outcome ?? 'failed',
  progress: share,
});

function present(
  state: VerificationState,
  run: Run | null,
  isCutOff: boolean,
  emails: ReadonlyMap<string, string>,
): Verification {
  const { outcome, share, bad, error, signed = null, ...rest } = state;
  return {
    ...rest,
    startedBy: { ...rest.startedBy, email: emails.get(rest.startedBy.id) ?? null },
    signed,
    state: isCutOff ? 'failed' : (outcome ?? 'running'),
    error: isCutOff ? STOPPED : error,
    progress: Math.min(1, Math.max(share, run?.share ?? 0)),
    eventsRead: Math.max(rest.eventsRead, run?.eventsRead ?? 0),
    bad: bad.map((finding) => ({ ...finding, email: emails.get(finding.ownerId ?? '') ?? null })),
  };
}
