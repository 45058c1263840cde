import { Body, Controller, Get, Inject, Post, Query, Res } from '@nestjs/common';
import {
  addZapsRequestSchema,
  addZapsResponseSchema,
  type Balance,
  balanceSchema,
  estimateRequestSchema,
  estimateResponseSchema,
  pageQuerySchema,
  priceOf,
  toZaps,
  type Transaction,
  transactionSchema,
  type UsageEvent,
  usageEventSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher';
import { APP_CONFIG, type AppConfig } from '../../platform/config/app-config';
import { purchaseWayOf } from '../../platform/config/purchase-way';
import { DomainError } from '../../platform/domain/domain-error';
import { CommandId, Idempotent } from '../../platform/idempotency';
import { Answers } from '../../platform/openapi/answers.decorator';
import { answerPage } from '../../platform/paging/page';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { PurchaseZaps } from '../domain/purchase-zaps';
import { ZapsQueries } from './zaps-queries';

class EstimateDto extends createZodDto(estimateRequestSchema) {}
class PageQueryDto extends createZodDto(pageQuerySchema) {}
class AddZapsDto extends createZodDto(addZapsRequestSchema) {}

@Controller('api')
export class ZapsController {
  constructor(
    @Inject(ZapsQueries) private readonly queries: ZapsQueries,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'stripe' | 'sandboxPurchases'>,
  ) {}

  @Post('costs/estimate')
  @Answers(estimateResponseSchema)
  estimate(@Body() question: EstimateDto): { costZaps: number } {
    const price = priceOf(question);
    if (!price) throw new DomainError('bad_request', 'There is no price for this operation.');
    return { costZaps: toZaps(price.units) };
  }

  @Get('credits/balance')
  @Answers(balanceSchema)
  balance(@CurrentUser() user: SessionUser): Promise<Balance> {
    return this.queries.balance(user.id);
  }

  @Get('credits/transactions')
  @Answers(z.array(transactionSchema))
  async transactions(
    @CurrentUser() user: SessionUser,
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Transaction[]> {
    return answerPage(response, await this.queries.transactions(user.id, page));
  }

  @Get('usage-events')
  @Answers(z.array(usageEventSchema))
  async usageEvents(
    @CurrentUser() user: SessionUser,
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<UsageEvent[]> {
    return answerPage(response, await this.queries.usageEvents(user.id, page));
  }

  @Post('credits/add-zaps')
  @Idempotent()
  @Answers(addZapsResponseSchema)
  async addZaps(
    @CurrentUser() user: SessionUser,
    @Body() { amount }: AddZapsDto,
    @CommandId() commandId: string,
  ): Promise<{ amount: number }> {
    if (purchaseWayOf(this.config) !== 'sandbox') {
      throw new DomainError('not_available', "Zaps can't be purchased here yet.");
    }
    const purchase = { purchaseId: commandId, zaps: amount, sandbox: true };
    await this.dispatcher.execute(new PurchaseZaps(user.id, purchase, this.dispatcher.context(user, commandId)));
    return { amount };
  }
}
