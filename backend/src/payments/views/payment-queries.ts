import { Inject, Injectable } from '@nestjs/common';
import type { PageQuery, Payment } from '@storyreel/contracts';
import { DataSource, type FindOptionsWhere, LessThan, Raw } from 'typeorm';
import { z } from 'zod';
import { TemporaryDomainError } from '../../platform/domain/domain-error';
import { derivedId } from '../../platform/ids';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { ViewRunner } from '../../platform/views/view-runner';
import { paymentEntity, type PaymentRow } from './payment.view';

const cursorShape = z.tuple([z.string()]);
/** So long a report of the provider waits until all that it told before can be found. Milliseconds. */
const WAIT_MS = 10_000;

/** Every payment of every checkout. */
@Injectable()
export class PaymentQueries {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ViewRunner) private readonly views: ViewRunner,
  ) {}

  checkoutOf(userId: string, id: string): Promise<PaymentRow | null> {
    return this.dataSource.getRepository(paymentEntity).findOneBy({ id, userId });
  }

  /**
   * The checkout at which a payment was made, be it the first one there or another.
   * @throws TemporaryDomainError when it may have been told of, and cannot be found yet
   */
  async checkoutIdOf(paymentId: string): Promise<string | null> {
    if (!(await this.views.reachHead(WAIT_MS))) {
      throw new TemporaryDomainError('unavailable', 'Earlier reports are still being read. Please tell again.', 10);
    }
    const where = [{ paymentId }, { others: oneOfWhich({ paymentId }) }];
    return (await this.dataSource.getRepository(paymentEntity).findOneBy(where))?.id ?? null;
  }

  /** Newest checkouts first; those at which more than once was paid have an entry for each payment. */
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

function paymentsOf({ position: _, others, ...first }: PaymentRow): Payment[] {
  const { id, userId, provider, zaps } = first;
  const rest = others.map((other) => {
    const name = other.paymentId ?? other.sessionId ?? other.createdAt;
    return { id: derivedId('payment', id, name), userId, provider, zaps, ...other };
  });
  return [...rest.reverse(), first];
}
