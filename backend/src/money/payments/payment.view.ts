import { Injectable } from '@nestjs/common';
import type { PageQuery, Payment } from '@storyreel/contracts';
import { DataSource, LessThan, Raw } from 'typeorm';
import type { FindOptionsWhere } from 'typeorm';
import { z } from 'zod';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { ViewRunner } from '../../eventsourcing/views/view-runner';
import { keyFrom, pageOf } from '../../infra/http/paging';
import type { Page } from '../../infra/http/paging';
import { TemporaryDomainError } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import type { WalletEvent } from '../zaps';
import { isSame } from './payment';
import type { PaymentEvent, ProviderIds } from './payment';

/** One payment, as reported by its provider so far. */
interface OnePayment extends ProviderIds {
  amount: number | null;
  currency: string | null;
  state: Payment['state'];
  /** The state to restore after a failed return or a won dispute; null before any return or dispute. */
  stateBefore: Payment['state'] | null;
  reason: string | null;
  createdAt: string;
  changedAt: string;
}

/** A checkout with its original payment. */
export interface PaymentRow extends OnePayment {
  id: string;
  userId: string | null;
  provider: string;
  zaps: number;
  /** Additional payments at the same checkout, each with its own state. */
  others: readonly OnePayment[];
  position: string;
}

type Step = PaymentEvent | Extract<WalletEvent, { type: 'ZapsPurchased' }>;

const NOTHING_PAID = {
  sessionId: null,
  paymentId: null,
  amount: null,
  currency: null,
  state: 'open' as const,
  stateBefore: null,
  reason: null,
};
const EMPTY = { ...NOTHING_PAID, userId: null, provider: 'stripe', zaps: 0, others: [] };

/** Each checkout, from its start until the zaps are added or can no longer be added. */
export const paymentView: View<PaymentRow, Step> = {
  name: 'payment',
  version: 3,
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid', nullable: true },
    provider: { type: 'text' },
    sessionId: { type: 'text', nullable: true },
    paymentId: { type: 'text', nullable: true },
    zaps: { type: 'double precision' },
    amount: { type: 'double precision', nullable: true },
    currency: { type: 'text', nullable: true },
    state: { type: 'text' },
    stateBefore: { type: 'text', nullable: true },
    reason: { type: 'text', nullable: true },
    others: { type: 'jsonb' },
    createdAt: { type: 'text' },
    changedAt: { type: 'text' },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['position'], ['state', 'position'], ['paymentId']],
  types: [
    'CheckoutStarted',
    'CheckoutOpened',
    'PaymentConfirmed',
    'PaymentFailed',
    'PaymentHeld',
    'PaymentReturned',
    'PaymentReturnFailed',
    'PaymentDisputed',
    'PaymentDisputeClosed',
    'ZapsPurchased',
  ],
  stopOnPoison: true,
  keys: (event) => [event.type === 'ZapsPurchased' ? event.data.purchaseId : idOfStream(event.streamId)],
  evolve(row, event, id) {
    if (row && event.position <= row.position) return row;
    const { position } = event;
    const { at } = event.metadata;
    // Zaps bought without a payment provider have no checkout, and so no row.
    if (event.type === 'ZapsPurchased') {
      return (
        row && {
          ...row,
          state: row.state === 'open' || row.state === 'paid' ? 'credited' : row.state,
          stateBefore: row.stateBefore === 'paid' ? 'credited' : row.stateBefore,
          changedAt: at,
          position,
        }
      );
    }
    const before = row ?? { ...EMPTY, id, createdAt: at, changedAt: at, position };
    return { ...before, ...changeOf(event, before), position };
  },
};

function changeOf(event: RecordedEvent<PaymentEvent>, row: PaymentRow): Partial<PaymentRow> {
  const changedAt = event.metadata.at;
  switch (event.type) {
    case 'CheckoutStarted': {
      const { userId, zaps, provider } = event.data;
      return { userId, zaps, provider, changedAt };
    }
    case 'CheckoutOpened':
      return { sessionId: event.data.sessionId, changedAt };
    default:
      return afterReport(event, row);
  }
}

type Report = Exclude<PaymentEvent, { type: 'CheckoutStarted' | 'CheckoutOpened' }>;

/** Changes only the reported payment, and none of the other payments at the same checkout. */
function afterReport(event: RecordedEvent<Report>, row: PaymentRow): Partial<PaymentRow> {
  const { at } = event.metadata;
  if (isOfCheckout(row, event.data)) return changed(row, event);
  const known = row.others.findIndex((other) => isSame(other, event.data));
  if (known === -1) {
    const other = { ...NOTHING_PAID, createdAt: at, changedAt: at };
    return { others: [...row.others, { ...other, ...changed(other, event) }] };
  }
  return {
    others: row.others.map((other, place) => (place === known ? { ...other, ...changed(other, event) } : other)),
  };
}

/** Until a payment is known, a report concerns the checkout's original payment. */
const isOfCheckout = (row: PaymentRow, ids: ProviderIds): boolean =>
  isSame(row, ids) || (row.paymentId === null && (row.amount === null || ids.sessionId === null));

function changed(before: OnePayment, event: RecordedEvent<Report>): Partial<OnePayment> {
  const { data, metadata } = event;
  const told = {
    sessionId: data.sessionId ?? before.sessionId,
    paymentId: data.paymentId ?? before.paymentId,
    changedAt: metadata.at,
  };
  switch (event.type) {
    case 'PaymentConfirmed':
      return { ...told, ...event.data.paid, state: 'paid', reason: null };
    case 'PaymentFailed':
      return { ...told, state: 'failed', reason: event.data.reason };
    case 'PaymentHeld':
      return { ...told, ...event.data.paid, state: 'held', reason: event.data.reason };
    case 'PaymentReturned':
      return before.state === 'disputed'
        ? { ...told, stateBefore: 'refunded', reason: event.data.reason }
        : { ...told, state: 'refunded', stateBefore: before.stateBefore ?? before.state, reason: event.data.reason };
    case 'PaymentReturnFailed': {
      const isBack = before.state === 'refunded' && event.data.returned.amount === 0;
      const state = isBack ? (before.stateBefore ?? before.state) : before.state;
      return { ...told, state, stateBefore: isBack ? null : before.stateBefore, reason: event.data.reason };
    }
    case 'PaymentDisputed': {
      const stateBefore = before.state === 'disputed' ? before.stateBefore : before.state;
      return { ...told, state: 'disputed', stateBefore, reason: event.data.reason };
    }
    case 'PaymentDisputeClosed': {
      const { outcome, reason } = event.data;
      if (outcome === 'lost') return { ...told, state: 'refunded', reason };
      const state = before.state === 'disputed' ? (before.stateBefore ?? 'held') : before.state;
      return { ...told, state, stateBefore: null, reason };
    }
    default:
      return event satisfies never;
  }
}

const paymentEntity = entityOf(paymentView);

const cursorShape = z.tuple([z.string()]);
/** Maximum milliseconds that a provider's report waits for the view to contain its earlier reports. */
const WAIT_MS = 10_000;

/** Queries all payments of all checkouts. */
@Injectable()
export class PaymentQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly views: ViewRunner,
  ) {}

  checkoutOf(userId: string, id: string): Promise<PaymentRow | null> {
    return this.dataSource.getRepository(paymentEntity).findOneBy({ id, userId });
  }

  /**
   * Returns the checkout at which a payment was made, whether as its first or as a later payment.
   * @throws TemporaryDomainError when the payment may have been reported but is not in the view yet
   */
  async checkoutIdOf(paymentId: string): Promise<string | null> {
    if (!(await this.views.reachHead(WAIT_MS))) {
      throw new TemporaryDomainError(
        'unavailable',
        'Earlier reports are still being processed. Please send this one again.',
        10,
      );
    }
    const where = [{ paymentId }, { others: oneOfWhich({ paymentId }) }];
    return (await this.dataSource.getRepository(paymentEntity).findOneBy(where))?.id ?? null;
  }

  /**
   * Returns a page of payments, newest checkouts first; a checkout that was paid several times has an entry for each
   * payment.
   */
  async page({ state, limit, cursor }: PageQuery & { state?: Payment['state'] }): Promise<Page<Payment>> {
    const before = cursor !== undefined && { position: LessThan(keyFrom(cursor, cursorShape)[0]) };
    const where: FindOptionsWhere<PaymentRow>[] =
      state === undefined
        ? [{ ...before }]
        : [
            { ...before, state },
            { ...before, others: oneOfWhich({ state }) },
          ];
    const rows = await this.dataSource
      .getRepository(paymentEntity)
      .find({ where, order: { position: 'DESC' }, take: limit + 1 });
    const { items, next } = pageOf(rows, limit, ({ position }) => [position]);
    const payments = items.flatMap(paymentsOf);
    return { items: payments.filter((payment) => state === undefined || payment.state === state), next };
  }
}

const oneOfWhich = (part: Partial<PaymentRow['others'][number]>) =>
  Raw((others) => `${others} @> :part::jsonb`, { part: JSON.stringify([part]) });

function paymentsOf({ position: _, others, stateBefore: _before, ...first }: PaymentRow): Payment[] {
  const { id, userId, provider, zaps } = first;
  const rest = others.map(({ stateBefore: _state, ...other }) => {
    const name = other.paymentId ?? other.sessionId ?? other.createdAt;
    return { id: derivedId('payment', id, name), userId, provider, zaps, ...other };
  });
  return [...rest.reverse(), first];
}

/** Refreshes the screen that waits for zaps when a purchase fails or is held for review. */
export const paymentPushRule: PushRule = {
  types: ['PaymentFailed', 'PaymentHeld'],
  draft: () => ({ type: 'balanceChanged' }),
};
