import { Inject, Injectable } from '@nestjs/common';
import { toZaps } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { Committed, Decisions } from '../../eventsourcing/commands/aggregate-store';
import { systemContext } from '../../eventsourcing/commands/command-context';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import type { Position } from '../../eventsourcing/event-store/event-store';
import { DomainError, keyReused } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { CLOCK } from '../../lib/time';
import type { Clock } from '../../lib/time';
import type { JobPrice } from '../../projects/storyboard';
import { findHold, historyNeeded, withHistoryLookup } from './domain/hold-book';
import type { Hold, OpenHold } from './domain/hold-book';
import { decideRelease, decideReserve, decideSettle } from './domain/hold-zaps';
import type { Release, Reservation, Settlement } from './domain/hold-zaps';
import { bulkCount, walletAggregate } from './domain/wallet';
import type { WalletState } from './domain/wallet';
import type { HoldPrice, Purpose } from './domain/wallet-entry';
import { HoldHistoryReader, NO_HISTORY } from './hold-history';

interface Reserved {
  hold: Hold;
  /** False when the hold was there before. */
  fresh: boolean;
  position: Position | null;
}

interface Cause {
  correlationId: string;
  causationId: string | null;
}

/**
 * Paying for work: reserve before a provider is called, settle once on success, release when nothing came of it.
 * Every call is idempotent by its hold's id, so workers and processes may repeat it at will.
 */
@Injectable()
export class PaidWork {
  constructor(
    @Inject(AggregateStore) private readonly store: Decisions,
    @Inject(HoldHistoryReader) private readonly records: Pick<HoldHistoryReader, 'recall'> = NO_HISTORY,
  ) {}

  /** @throws DomainError insufficient_zaps: then nothing was reserved. */
  reserve(reservation: Reservation, cause?: Cause): Promise<Reserved> {
    const { userId, holdId } = reservation;
    const by = context('reserve', reservation, cause);
    return withHistoryLookup(
      (forgotten) => this.records.recall(userId, holdId, forgotten),
      async (told) => {
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
      },
    );
  }

  /** Nothing to do unless the hold is open. */
  settle(settlement: Settlement, cause?: Cause): Promise<Committed<WalletState>> {
    const by = context('settle', settlement, cause);
    return this.store.execute(walletAggregate, settlement.userId, by, (state, env) =>
      decideSettle(settlement, state, env),
    );
  }

  /** Nothing to do unless the hold is open. */
  release(release: Release, cause?: Cause): Promise<Committed<WalletState>> {
    const by = context('release', release, cause);
    return this.store.execute(walletAggregate, release.userId, by, (state, env) => decideRelease(release, state, env));
  }

  /** Undefined also for one that ended long ago. */
  async findHold(userId: string, holdId: string): Promise<Hold | undefined> {
    return findHold((await this.store.load(walletAggregate, userId)).holds, holdId);
  }

  /** Generations that the plan has covered on a day (YYYY-MM-DD, UTC). */
  async bulkCount(userId: string, day: string): Promise<number> {
    return bulkCount(await this.store.load(walletAggregate, userId), day);
  }

  /** Zaps that the user can spend, by the log itself. */
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
 * Holds zaps for a job that a repeated request asks for again. A hold that was given back when the job could not be
 * queued is not used a second time: the next one gets a number.
 * @throws DomainError insufficient_zaps; idempotency_key_reused when the job's hold is for another request
 */
async function reserveForJob(
  paidWork: PaidWork,
  reservation: Omit<Reservation, 'holdId'>,
  cause?: { correlationId: string; causationId: string | null },
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
  /** The job, as its own first event names it; without a scene for what is of none. */
  request: {
    jobId: string;
    /** Where the job's outcome is found, when its own id does not say that. */
    workId?: string;
    projectId: string | null;
    sceneId: string | null;
    requestHash: string;
  };
  work: Pick<Purpose, 'provider' | 'model' | 'operation' | 'category' | 'description' | 'forOthers'>;
  /** Covered by the plan as far as the day's allowance goes. */
  bulk: boolean;
  /** When its zaps come back at the latest; by default after six hours. */
  deadlineMs?: number;
}

/** Long enough for a full queue; a job that has not ended by then is failed and its zaps come back. */
const DEADLINE_MS = 6 * 60 * 60 * 1000;

/** Reserve first, then queue: a job without held zaps never appears, and a refused job leaves nothing held. */
@Injectable()
export class QueuePaidJob {
  constructor(
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError insufficient_zaps, or what the command refuses */
  async run<State>(
    { userId, price: listed, request, work, bulk, deadlineMs = DEADLINE_MS }: PaidJob,
    context: CommandContext,
    command: (held: JobPrice) => AggregateCommand<State, unknown>,
  ): Promise<Committed<State>> {
    const { jobId, workId = jobId, projectId, sceneId, requestHash } = request;
    const run = workId === jobId ? {} : { runId: jobId };
    // The sandbox costs zaps like any provider, but nobody any dollars.
    const price = work.provider === 'sandbox' ? { ...listed, usd: 0 } : listed;
    const purpose = { ...work, ...run, projectId, sceneId, workId, requestHash };
    const deadline = new Date(this.clock.now().getTime() + deadlineMs).toISOString();
    const reservation = { userId, price, purpose, deadline, bulk };
    const { holdId, hold, fresh } = await reserveForJob(this.paidWork, reservation, context);
    const { usd, version: priceVersion } = hold.price;
    try {
      return await this.dispatcher.execute(command({ holdId, units: hold.units, usd, priceVersion }));
    } catch (error) {
      // Only a refusal is certain; after any other error the job may be there, and the deadline looks after the hold.
      if (error instanceof DomainError && fresh) await this.paidWork.release({ userId, holdId, reason: 'refused' });
      throw error;
    }
  }
}
