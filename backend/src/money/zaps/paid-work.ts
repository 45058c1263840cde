import { Inject, Injectable } from '@nestjs/common';
import { toZaps } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { Committed, Decisions } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import type { Position } from '../../eventsourcing/event-store/event-store';
import { askedBy, NO_RECORD, Refusals } from '../../eventsourcing/refusals/refusals';
import { DomainError, keyReused } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { Clock } from '../../lib/time';
import type { JobPrice } from '../../projects/storyboard';
import { findHold, historyNeeded, withHistoryLookup } from './domain/hold-book';
import type { Hold, HoldHistory, OpenHold } from './domain/hold-book';
import { decideRelease, decideReserve, decideSettle } from './domain/hold-zaps';
import type { Release, Reservation, Settlement } from './domain/hold-zaps';
import { bulkCount, walletAggregate } from './domain/wallet';
import type { WalletState } from './domain/wallet';
import type { HoldPrice, Purpose } from './domain/wallet-entry';
import { HoldHistoryReader, NO_HISTORY } from './hold-history';
import { RESERVE_ZAPS } from './refusals';

interface Reserved {
  hold: Hold;
  /** False when the hold already existed. */
  fresh: boolean;
  position: Position | null;
}

type Cause = Pick<CommandContext, 'correlationId' | 'causationId'>;

/**
 * Pays for work: reserve zaps before a provider is called, settle once on success, and release if there is no result.
 * Every call is idempotent by hold id, so workers and reactors may repeat it.
 */
@Injectable()
export class PaidWork {
  constructor(
    @Inject(AggregateStore) private readonly store: Decisions,
    @Inject(HoldHistoryReader) private readonly records: Pick<HoldHistoryReader, 'recall'> = NO_HISTORY,
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'watch'> = NO_RECORD,
  ) {}

  /**
   * Reserves zaps. A refusal is recorded, so that a replay can repeat the decision.
   * @throws DomainError insufficient_zaps, budget_reached, conflict for a wallet that is too busy: nothing was reserved
   */
  reserve(reservation: Reservation, cause?: Cause): Promise<Reserved> {
    const { userId, holdId } = reservation;
    const by = context('reserve', reservation, cause);
    return this.refusals.watch({ command: RESERVE_ZAPS, data: reservation, context: by }, () =>
      withHistoryLookup(
        (forgotten) => this.records.recall(userId, holdId, forgotten),
        (told) => this.reserveKnowing(told, reservation, by),
      ),
    );
  }

  private async reserveKnowing(
    told: HoldHistory | undefined,
    reservation: Reservation,
    by: CommandContext,
  ): Promise<Reserved> {
    const { userId, holdId } = reservation;
    let recalled = told;
    const { state, events, position } = await this.store.execute(
      walletAggregate,
      userId,
      by,
      (before, env) => decideReserve(reservation, before, env, recalled),
      async ({ holds }) => {
        const asked = historyNeeded(holds, holdId);
        if (asked) recalled = await this.records.recall(userId, holdId, asked);
      },
    );
    const hold = findHold(state.holds, holdId) ?? recalled?.hold;
    if (!hold) throw new Error(`The hold ${holdId} is missing after it was reserved`);
    return { hold, fresh: events.length > 0, position };
  }

  /** Settles a hold; does nothing unless the hold is open. */
  settle(settlement: Settlement, cause?: Cause): Promise<Committed<WalletState>> {
    const by = context('settle', settlement, cause);
    return this.store.execute(walletAggregate, settlement.userId, by, (state, env) =>
      decideSettle(settlement, state, env),
    );
  }

  /** Releases a hold; does nothing unless the hold is open. */
  release(release: Release, cause?: Cause): Promise<Committed<WalletState>> {
    const by = context('release', release, cause);
    return this.store.execute(walletAggregate, release.userId, by, (state, env) => decideRelease(release, state, env));
  }

  /** Returns a hold from the wallet's state; undefined for an unknown or evicted hold. */
  async findHold(userId: string, holdId: string): Promise<Hold | undefined> {
    return findHold((await this.store.load(walletAggregate, userId)).holds, holdId);
  }

  /** Returns the number of generations that the plan has covered on a day (YYYY-MM-DD, UTC). */
  async bulkCount(userId: string, day: string): Promise<number> {
    return bulkCount(await this.store.load(walletAggregate, userId), day);
  }

  /** Returns the zaps that the user can spend, read from the log. */
  async available(userId: string): Promise<number> {
    return toZaps((await this.store.load(walletAggregate, userId)).accounts.available);
  }
}

function context(
  action: string,
  { userId, holdId }: { userId: string; holdId: string },
  cause?: Cause,
): CommandContext {
  const correlationId = cause?.correlationId ?? holdId;
  const commandId = derivedId(holdId, action);
  return systemContext('paid-work', userId, { commandId, correlationId, causationId: cause?.causationId ?? null });
}

const MAX_HOLDS = 20;

/**
 * Holds zaps for a job that may be requested repeatedly. A closed hold is not reused: the next attempt gets another
 * derived id.
 * @throws DomainError insufficient_zaps, budget_reached; conflict after too many attempts; idempotency_key_reused when
 * the job's hold is for another request
 */
async function reserveForJob(
  paidWork: PaidWork,
  reservation: Omit<Reservation, 'holdId'>,
  cause?: Cause,
): Promise<Reserved & { holdId: string; hold: OpenHold }> {
  const { workId, runId = workId, requestHash } = reservation.purpose;
  for (let attempt = 0; attempt < MAX_HOLDS; attempt++) {
    const holdId = derivedId(runId, 'hold', attempt);
    const { hold, ...reserved } = await paidWork.reserve({ ...reservation, holdId }, cause);
    if (hold.requestHash !== requestHash) throw keyReused();
    if (hold.status === 'open') return { ...reserved, holdId, hold };
  }
  throw new DomainError('conflict', 'This request has failed too many times. Please start over.');
}

export interface PaidJob {
  userId: string;
  price: HoldPrice;
  /** The job as in its own first event; `sceneId` is null for work on the whole project. */
  request: {
    jobId: string;
    /** Id under which the job's outcome is found, if different from the job's id. */
    workId?: string;
    projectId: string | null;
    sceneId: string | null;
    requestHash: string;
  };
  work: Pick<Purpose, 'provider' | 'model' | 'operation' | 'category' | 'description' | 'forOthers'>;
  /** True if the plan covers the work within the daily allowance. */
  bulk: boolean;
  /** Milliseconds until an open hold is released; six hours by default. */
  deadlineMs?: number;
}

/**
 * Time limit of a job, long enough for a full queue. A job that has not ended by then fails, and its zaps are released.
 */
const DEADLINE_MS = 6 * 60 * 60 * 1000;

/** Reserves first, then queues: no job exists without held zaps, and a refused job leaves nothing held. */
@Injectable()
export class QueuePaidJob {
  constructor(
    private readonly paidWork: PaidWork,
    private readonly dispatcher: CommandDispatcher,
    private readonly clock: Clock,
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'watch'>,
  ) {}

  /**
   * @throws DomainError insufficient_zaps, budget_reached, conflict, idempotency_key_reused, or the command's refusal
   */
  async run<State>(
    { userId, price: listed, request, work, bulk, deadlineMs = DEADLINE_MS }: PaidJob,
    context: CommandContext,
    command: (held: JobPrice) => AggregateCommand<State, object>,
  ): Promise<Committed<State>> {
    const { jobId, workId = jobId, projectId, sceneId, requestHash } = request;
    const run = workId === jobId ? {} : { runId: jobId };
    // The sandbox costs zaps like any provider, but no dollars.
    const price = work.provider === 'sandbox' ? { ...listed, usd: 0 } : listed;
    const purpose = { ...work, ...run, projectId, sceneId, workId, requestHash };
    const deadline = new Date(this.clock.now().getTime() + deadlineMs).toISOString();
    const reservation = { userId, price, purpose, deadline, bulk };
    const { holdId, hold, fresh } = await reserveForJob(this.paidWork, reservation, context);
    const { usd, version: priceVersion } = hold.price;
    try {
      const queue = command({ holdId, units: hold.units, usd, priceVersion });
      return await this.refusals.watch(askedBy(queue), () => this.dispatcher.execute(queue));
    } catch (error) {
      // Only a refusal proves that no job exists. After any other error the job may exist, so the hold stays until its
      // deadline.
      if (error instanceof DomainError && fresh) await this.paidWork.release({ userId, holdId, reason: 'refused' });
      throw error;
    }
  }
}
