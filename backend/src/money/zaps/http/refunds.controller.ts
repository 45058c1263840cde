import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import { type RefundResponse, refundRequestSchema, refundResponseSchema, toUnits, toZaps } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { DataSource } from 'typeorm';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { notFound } from '../../../lib/domain-error';
import { IdPipe } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { ForRole } from '../../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { withHistoryLookup } from '../domain/hold-book';
import { chargedBy, RefundCharge } from '../domain/refund-charge';
import { HoldHistoryReader } from '../hold-history';
import { chargeEntity } from '../views/charge.view';

class RefundDto extends createZodDto(refundRequestSchema) {}

@Controller('api/audit/charges')
@ForRole('finance')
export class RefundsController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(HoldHistoryReader) private readonly records: HoldHistoryReader,
  ) {}

  @Post(':holdId/refunds')
  @Idempotent()
  @Answers(refundResponseSchema)
  async refund(
    @Param('holdId', IdPipe) holdId: string,
    @CurrentUser() user: SessionUser,
    @Body() { userId, zaps, reason }: RefundDto,
    @CommandId() refundId: string,
  ): Promise<RefundResponse> {
    const row = await this.dataSource.getRepository(chargeEntity).findOneBy({ holdId });
    if (!row || (userId !== undefined && userId !== row.userId)) throw notFound();
    // A wallet's events belong to its owner, whoever appends them.
    const context = { ...this.dispatcher.context(user, refundId), ownerId: row.userId };
    const { purpose, priceVersion, reservedAt } = row;
    const charged = { holdId, purpose, priceVersion, reservedAt };
    const refund = { ...charged, refundId, units: toUnits(zaps), reason: reason.trim(), by: user.id };
    const charge = await withHistoryLookup(
      (forgotten) => this.records.recall(row.userId, holdId, forgotten),
      async (recalled) => {
        const command = new RefundCharge(row.userId, { ...refund, recalled }, context);
        const { state } = await this.dispatcher.execute(command);
        return chargedBy(state, holdId, recalled) ?? { charged: 0, refunded: 0 };
      },
    );
    return {
      refundId,
      holdId,
      userId: row.userId,
      charged: toZaps(charge.charged),
      refunded: toZaps(charge.refunded),
    };
  }
}
