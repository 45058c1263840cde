import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { ReplayStore } from '../../platform/replay/replay-store';
import { PaidWork, type WalletEvent } from '../../zaps';

type Entry<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>['data'];

/** Decides what a run was paid with again: reserved, settled, released. */
export class WalletReplay {
  private readonly paidWork: PaidWork;

  constructor(
    store: ReplayStore,
    private readonly steps: readonly RecordedEvent[],
  ) {
    // What the log has as a new hold was one.
    const recall = () => Promise.resolve({ hold: undefined, upTo: Infinity, refundsUpTo: Infinity, refunds: [] });
    this.paidWork = new PaidWork(store, { recall });
  }

  async decide(step: RecordedEvent): Promise<void> {
    const { ownerId: userId, correlationId, causationId } = step.metadata;
    const cause = { correlationId, causationId };
    if (step.type === 'ZapsReserved') {
      const { holdId, price, purpose, deadline, bulkDay } = step.data as Entry<'ZapsReserved'>;
      await this.paidWork.reserve({ userId, holdId, price, purpose, deadline, bulk: bulkDay !== null }, cause);
    } else if (step.type === 'ZapsSettled') {
      const { holdId } = step.data as Entry<'ZapsSettled'>;
      await this.paidWork.settle({ userId, holdId, ...this.chargedBy(step) }, cause);
    } else if (step.type === 'ZapsReleased') {
      const { holdId } = step.data as Entry<'ZapsReleased'>;
      await this.paidWork.release({ userId, holdId, reason: this.reasonOf(step) }, cause);
    }
  }

  /** By the event of the success; without one, what the reservation expected counts. */
  private chargedBy(step: RecordedEvent): { usd?: number; units?: number } {
    const { usd, units } = (this.causeOf(step, /(Completed|Answered)$/)?.data ?? {}) as {
      usd?: number;
      units?: number;
    };
    return { usd, units };
  }

  private reasonOf(step: RecordedEvent): string {
    const cause = this.causeOf(step, /Failed$/);
    if (cause?.type === 'ZapsReserved') return 'expired';
    return (cause?.data as { error?: string } | undefined)?.error ?? 'refused';
  }

  /** The event that a process answered to; for a request that did it itself, the newest outcome before. */
  private causeOf({ metadata, position }: RecordedEvent, outcome: RegExp): RecordedEvent | undefined {
    const named = this.steps.find(({ id }) => id === metadata.causationId);
    return named ?? this.steps.findLast((step) => step.position < position && outcome.test(step.type));
  }
}
