import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import {
  addZapsRequestSchema,
  addZapsResponseSchema,
  balanceSchema,
  estimateRequestSchema,
  estimateResponseSchema,
  pageQuerySchema,
  priceOf,
  projectCostsSchema,
  toZaps,
  transactionSchema,
  usageEventSchema,
} from '@storyreel/contracts';
import type { Balance, ProjectCosts, Transaction, UsageEvent } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { AggregateStore } from '../../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { APP_CONFIG, purchaseWayOf } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../../infra/http/paging';
import { IdPipe } from '../../../infra/http/request-params';
import { CurrentUser } from '../../../infra/sessions';
import type { SessionUser } from '../../../infra/sessions';
import { DomainError } from '../../../lib/domain-error';
import { ownProject, projectAggregate } from '../../../projects/storyboard';
import { PurchaseZaps } from '../domain/credit-wallet';
import { ZapsQueries } from '../views/zaps-queries';

class EstimateDto extends createZodDto(estimateRequestSchema) {}
class PageQueryDto extends createZodDto(pageQuerySchema) {}
class AddZapsDto extends createZodDto(addZapsRequestSchema) {}

@Controller('api')
export class ZapsController {
  constructor(
    private readonly queries: ZapsQueries,
    private readonly dispatcher: CommandDispatcher,
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

@Controller('api/projects')
export class ProjectCostsController {
  constructor(
    private readonly queries: ZapsQueries,
    private readonly store: AggregateStore,
  ) {}

  @Get(':id/costs')
  @Answers(projectCostsSchema)
  async costs(@Param('id', IdPipe) id: string, @CurrentUser() user: SessionUser): Promise<ProjectCosts> {
    ownProject(await this.store.load(projectAggregate, id), { ownerId: user.id });
    return this.queries.projectCosts(id);
  }
}
