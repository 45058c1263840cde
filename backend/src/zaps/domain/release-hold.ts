import type { CommandContext } from '../../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { findHold } from './hold-book';
import { move, type WalletEvent } from './ledger-entry';
import { nextEntry, walletAggregate, type WalletState } from './wallet';

export class ReleaseHold extends AggregateCommand<WalletState> {
  constructor(
    readonly data: { userId: string; holdId: string; reason: string },
    readonly context: CommandContext,
  ) {
    super();
  }

  get aggregateId(): string {
    return this.data.userId;
  }
}

/** Only an open hold can be released; anything else is nothing to do. A bulk hold gives its place in the day back. */
export function decideRelease({ data }: ReleaseHold, state: WalletState, environment: Environment): WalletEvent[] {
  const hold = findHold(state.holds, data.holdId);
  if (hold?.status !== 'open') return [];
  const { units, purpose, bulkDay } = hold;
  const postings = move(units, 'held', 'available');
  const entry = { holdId: data.holdId, reason: data.reason, units, purpose, bulkDay, postings };
  return [nextEntry(state, environment, { type: 'ZapsReleased', data: entry })];
}

export const ReleaseHoldHandler = handlerFor(ReleaseHold, walletAggregate, decideRelease);
