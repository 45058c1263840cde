import { Inject, Injectable } from '@nestjs/common';
import { toZaps } from '@storyreel/contracts';
import { AggregateStore, type Committed, type Decisions } from '../platform/commands/aggregate-store';
import { systemContext, type CommandContext } from '../platform/commands/command-context';
import { derivedId } from '../platform/ids';
import type { Position } from '../platform/event-store/event-store';
import { bulkCount, walletAggregate, type WalletState } from './domain/wallet';
import { findHold, type Hold } from './domain/hold-book';
import { decideRelease, type Release } from './domain/release-hold';
import { decideReserve, type Reservation } from './domain/reserve-zaps';
import { historyNeeded, withHistoryLookup } from './domain/recalled';
import { decideSettle, type Settlement } from './domain/settle-hold';
import { HoldHistoryReader, NO_HISTORY } from './hold-records';

export interface Reserved {
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
