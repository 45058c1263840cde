import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import {
  declineRefundRequestSchema,
  type RefundResponse,
  refundRequestSchema,
  refundResponseSchema,
  toUnits,
  toZaps,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { DataSource } from 'typeorm';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { placeOf, Refusals } from '../../../eventsourcing/refusals/refusals';
import { APP_CONFIG, type AppConfig } from '../../../infra/config/app-config';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { ForRole } from '../../../infra/sessions/roles';
import { DomainError, notFound } from '../../../lib/domain-error';
import { type ChargedUnits, withHistoryLookup } from '../domain/hold-book';
import { chargedBy, NeedsApproval, RefundCharge } from '../domain/refund-charge';
import { decideAsk, decideOutcome, refundRequestAggregate, type RefundRequestEvent } from '../domain/refund-request';
import { walletAggregate } from '../domain/wallet';
import { HoldHistoryReader } from '../hold-history';
import { DECIDE_REFUND } from '../refusals';
import { chargeEntity, type ChargeRow } from '../views/charge.view';

class RefundDto extends createZodDto(refundRequestSchema) {}
class DeclineDto extends createZodDto(declineRefundRequestSchema) {}

interface Refund {
  refundId: string;
  units: number;
  reason: string;
  by: string;
  approvedBy?: string;
}

@Controller('api/audit')
@ForRole('finance')
export class RefundsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: CommandDispatcher,
    private readonly store: AggregateStore,
    private readonly records: HoldHistoryReader,
    private readonly refusals: Refusals,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'refundApprovalZaps'>,
  ) {}

  /** Refunds a charge; a large refund waits for a second member of finance. */
  @Post('charges/:holdId/refunds')
  @Idempotent()
  @Answers(refundResponseSchema)
  async refund(
    @Param('holdId', IdPipe) holdId: string,
    @CurrentUser() user: SessionUser,
    @Body() { userId, zaps, reason }: RefundDto,
    @CommandId() refundId: string,
  ): Promise<RefundResponse> {
    const row = await this.chargeOf(holdId);
    if (userId !== undefined && userId !== row.userId) throw notFound();
    const refund = { refundId, units: toUnits(zaps), reason: reason.trim(), by: user.id };
    try {
      return answer(row, refundId, await this.execute(user, row, refund), 'refunded');
    } catch (error) {
      if (!(error instanceof NeedsApproval)) throw error;
      const { units, by } = refund;
      const asked = decideAsk({ holdId, userId: row.userId, units, reason: refund.reason, by });
      const context = this.dispatcher.context(user, refundId);
      const { state } = await this.store.execute(refundRequestAggregate, refundId, context, asked);
      return answer(row, refundId, row, state.decision === 'declined' ? 'declined' : 'waiting');
    }
  }

  @Post('refunds/:id/approve')
  @Answers(refundResponseSchema)
  async approve(@Param('id', IdPipe) id: string, @CurrentUser() user: SessionUser): Promise<RefundResponse> {
    const approval = { type: 'RefundApproved' as const, data: { by: user.id } };
    const { state: before, revision } = await this.store.loadAt(refundRequestAggregate, id);
    // The request is checked before the zaps move, and its outcome is recorded afterwards, so a repeat completes a
    // refund that was interrupted in between.
    const events = await this.refusals.watch(
      { command: DECIDE_REFUND, data: approval, context: this.dispatcher.context(user, id) },
      () => decideOutcome(approval)(before),
      placeOf(refundRequestAggregate.category, id, revision),
    );
    const isNew = events.length > 0;
    if (!before.asked) throw notFound();
    const row = await this.chargeOf(before.asked.holdId);
    const { units, reason, by } = before.asked;
    if (!isNew) return answer(row, id, row, 'refunded');
    const charge = await this.execute(user, row, { refundId: id, units, reason, by, approvedBy: user.id });
    await this.decide(user, id, approval);
    return answer(row, id, charge, 'refunded');
  }

  @Post('refunds/:id/decline')
  @Answers(refundResponseSchema)
  async decline(
    @Param('id', IdPipe) id: string,
    @CurrentUser() user: SessionUser,
    @Body() { reason }: DeclineDto,
  ): Promise<RefundResponse> {
    const { asked } = await this.store.load(refundRequestAggregate, id);
    if (!asked) throw notFound();
    const { refunds } = await this.store.load(walletAggregate, asked.userId);
    if (refunds.newest.some(({ refundId }) => refundId === id)) {
      throw new DomainError('conflict', 'These zaps were already refunded.');
    }
    await this.decide(user, id, { type: 'RefundDeclined', data: { by: user.id, reason: reason.trim() } });
    const row = await this.chargeOf(asked.holdId);
    return answer(row, id, row, 'declined');
  }

  private async decide(
    user: SessionUser,
    id: string,
    outcome: Exclude<RefundRequestEvent, { type: 'RefundAsked' }>,
  ): Promise<void> {
    const context = this.dispatcher.context(user, id);
    await this.refusals.watch({ command: DECIDE_REFUND, data: outcome, context }, () =>
      this.store.execute(refundRequestAggregate, id, context, decideOutcome(outcome)),
    );
  }

  /** @throws DomainError not_found */
  private async chargeOf(holdId: string): Promise<ChargeRow> {
    const row = await this.dataSource.getRepository(chargeEntity).findOneBy({ holdId });
    if (!row) throw notFound();
    return row;
  }

  private execute(user: SessionUser, row: ChargeRow, refund: Refund): Promise<ChargedUnits> {
    const { userId, holdId, purpose, priceVersion, reservedAt } = row;
    // A wallet's events belong to the wallet's owner, whoever causes them.
    const context = { ...this.dispatcher.context(user, refund.refundId), ownerId: userId };
    const alone = toUnits(this.config.refundApprovalZaps);
    const charged = { holdId, purpose, priceVersion, reservedAt, alone };
    return withHistoryLookup(
      (forgotten) => this.records.recall(userId, holdId, forgotten),
      async (recalled) => {
        const command = new RefundCharge(userId, { ...charged, ...refund, recalled }, context);
        const { state } = await this.refusals.watch({ command: RefundCharge.name, data: command.data, context }, () =>
          this.dispatcher.execute(command),
        );
        return chargedBy(state, holdId, recalled) ?? { charged: 0, refunded: 0 };
      },
    );
  }
}

const answer = (
  { holdId, userId }: ChargeRow,
  refundId: string,
  { charged, refunded }: ChargedUnits,
  state: RefundResponse['state'],
): RefundResponse => ({ refundId, holdId, userId, charged: toZaps(charged), refunded: toZaps(refunded), state });
