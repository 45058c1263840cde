import type { Aggregate } from '../../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../../eventsourcing/domain/domain-event';
import { DomainError, keyReused, notFound } from '../../../lib/domain-error';

interface AskedRefund {
  holdId: string;
  /** Id of the user who was charged. */
  userId: string;
  units: number;
  reason: string;
  /** Id of the user who asks for the refund. */
  by: string;
}

/** Events of a refund that a second member of finance decides. */
export type RefundRequestEvent =
  | DomainEvent<'RefundAsked', AskedRefund>
  | DomainEvent<'RefundApproved', { by: string }>
  | DomainEvent<'RefundDeclined', { by: string; reason: string }>;

export interface RefundRequestState {
  asked: AskedRefund | null;
  decision: 'waiting' | 'approved' | 'declined';
}

/** One stream per request, `refund-<id>`; the refund has the same id as the request. */
export const refundRequestAggregate: Aggregate<RefundRequestState, RefundRequestEvent> = {
  category: 'refund',
  // Stored unencrypted, like the ledger: it holds only amounts and ids.
  isInClear: () => true,
  initial: { asked: null, decision: 'waiting' },
  evolve(state, event) {
    switch (event.type) {
      case 'RefundAsked':
        return { ...state, asked: event.data };
      case 'RefundApproved':
        return { ...state, decision: 'approved' };
      case 'RefundDeclined':
        return { ...state, decision: 'declined' };
    }
  },
};

export const decideAsk =
  (data: AskedRefund) =>
  ({ asked }: RefundRequestState): RefundRequestEvent[] => {
    if (!asked) return [{ type: 'RefundAsked', data }];
    const isSame = asked.holdId === data.holdId && asked.units === data.units && asked.reason === data.reason;
    if (!isSame) throw keyReused();
    return [];
  };

/**
 * Records a decision; repeating the previous decision changes nothing.
 * @throws DomainError not_found, conflict
 */
export const decideOutcome =
  (event: Exclude<RefundRequestEvent, { type: 'RefundAsked' }>) =>
  ({ asked, decision }: RefundRequestState): RefundRequestEvent[] => {
    if (!asked) throw notFound();
    if (decision === (event.type === 'RefundApproved' ? 'approved' : 'declined')) return [];
    if (decision !== 'waiting') throw new DomainError('conflict', `This refund was already ${decision}.`);
    checkApprover(event.data.by, asked);
    return [event];
  };

/** @throws DomainError conflict */
export function checkApprover(approver: string, { by, userId }: Pick<AskedRefund, 'by' | 'userId'>): void {
  if (approver === by) {
    throw new DomainError('conflict', 'You asked for this refund. Another person of finance has to decide on it.');
  }
  if (approver === userId) throw ownCharge();
}

export const ownCharge = (): DomainError =>
  new DomainError('conflict', "You can't refund your own charge. Please ask another person of finance.");
