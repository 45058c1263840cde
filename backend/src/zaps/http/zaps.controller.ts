import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import {
  addZapsRequestSchema,
  addZapsResponseSchema,
  type Balance,
  balanceSchema,
  estimateRequestSchema,
  estimateResponseSchema,
  priceOf,
  toZaps,
  type Transaction,
  transactionSchema,
  type UsageEvent,
  usageEventSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandGateway } from '../../platform/commands/command-gateway';
import { APP_CONFIG, type AppConfig } from '../../platform/config/app-config';
import { Refusal } from '../../platform/domain/refusal';
import { Answers } from '../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { PurchaseZaps } from '../domain/purchase-zaps';
import { ZapsQueries } from './zaps-queries';

class EstimateDto extends createZodDto(estimateRequestSchema) {}
class AddZapsDto extends createZodDto(addZapsRequestSchema) {}

@Controller('api')
export class ZapsController {
  constructor(
    @Inject(ZapsQueries) private readonly queries: ZapsQueries,
    @Inject(CommandGateway) private readonly gateway: CommandGateway,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Post('costs/estimate')
  @Answers(estimateResponseSchema)
  estimate(@Body() question: EstimateDto): { costZaps: number } {
    const price = priceOf(question);
    if (!price) throw new Refusal('bad_request', 'There is no price for that.');
    return { costZaps: toZaps(price.units) };
  }

  @Get('credits/balance')
  @Answers(balanceSchema)
  balance(@CurrentUser() user: SessionUser): Promise<Balance> {
    return this.queries.balance(user.id);
  }

  @Get('credits/transactions')
  @Answers(z.array(transactionSchema))
  transactions(@CurrentUser() user: SessionUser): Promise<Transaction[]> {
    return this.queries.transactions(user.id);
  }

  @Get('usage-events')
  @Answers(z.array(usageEventSchema))
  usageEvents(@CurrentUser() user: SessionUser): Promise<UsageEvent[]> {
    return this.queries.usageEvents(user.id);
  }

  @Post('credits/add-zaps')
  @Answers(addZapsResponseSchema)
  async addZaps(@CurrentUser() user: SessionUser, @Body() body: AddZapsDto): Promise<{ amount: number }> {
    if (this.config.production && !this.config.sandboxPurchases) {
      throw new Refusal('not_available', 'Zaps cannot be bought here yet.');
    }
    const { amount, idempotencyKey } = body;
    const repeatable = idempotencyKey === undefined ? {} : { idempotencyKey: `purchase:${idempotencyKey}` };
    const context = this.gateway.context(user, repeatable);
    const purchase = { userId: user.id, purchaseId: context.commandId, zaps: amount, sandbox: true };
    await this.gateway.execute(new PurchaseZaps(purchase, context));
    return { amount };
  }
}
