import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  type Batch,
  type BatchDetail,
  batchDetailSchema,
  type BatchQuote,
  batchQuoteRequestSchema,
  batchQuoteSchema,
  batchSchema,
  changeBatchRequestSchema,
  type RefreshBill,
  refreshBillSchema,
  startBatchRequestSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import { IdPipe } from '../../infra/http/request-params';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import type { BatchState } from '../domain/batch';
import { CancelBatch, PauseBatch, ResumeBatch } from '../domain/batch-commands';
import { BatchQueries } from '../views/batch-list.view';
import { RefreshItems } from '../refresh-items';
import { BatchRequests } from './batch-requests';

class QuoteDto extends createZodDto(batchQuoteRequestSchema) {}
class ChangeBatchDto extends createZodDto(changeBatchRequestSchema) {}
class StartBatchDto extends createZodDto(startBatchRequestSchema) {}

@Controller('api/batches')
export class BatchesController {
  constructor(
    private readonly requests: BatchRequests,
    private readonly queries: BatchQueries,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  @Get()
  @Answers(batchSchema.array())
  list(@CurrentUser() user: SessionUser): Promise<Batch[]> {
    return this.queries.ofUser(user.id);
  }

  @Post()
  @Idempotent({ target: ['projectId'] })
  @Answers(batchSchema, 201)
  start(@CurrentUser() user: SessionUser, @Body() body: StartBatchDto, @CommandId() commandId: string): Promise<Batch> {
    return this.requests.start(user.id, body, commandId);
  }

  @Post('quote')
  @Answers(batchQuoteSchema)
  quote(@CurrentUser() user: SessionUser, @Body() body: QuoteDto): Promise<BatchQuote> {
    return this.requests.quote(user.id, body);
  }

  @Get(':id')
  @Answers(batchDetailSchema)
  one(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<BatchDetail> {
    return this.queries.one(id, user.id);
  }

  @Post(':id/pause')
  @Answers(batchSchema)
  pause(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<Batch> {
    return this.steer(new PauseBatch(id, {}, this.dispatcher.context(user)));
  }

  @Post(':id/resume')
  @Idempotent()
  @Answers(batchSchema)
  resume(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() commandId: string,
  ): Promise<Batch> {
    return this.steer(new ResumeBatch(id, {}, this.dispatcher.context(user, commandId)));
  }

  @Post(':id/change')
  @Answers(batchSchema)
  change(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() body: ChangeBatchDto,
  ): Promise<Batch> {
    return this.requests.change(user.id, id, body);
  }

  @Post(':id/cancel')
  @Answers(batchSchema)
  cancel(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<Batch> {
    return this.steer(new CancelBatch(id, {}, this.dispatcher.context(user)));
  }

  @Post(':id/retry')
  @Idempotent()
  @Answers(batchSchema)
  retry(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) id: string,
    @CommandId() commandId: string,
  ): Promise<Batch> {
    return this.requests.retry(user.id, id, commandId);
  }

  private async steer(command: AggregateCommand<BatchState, unknown>): Promise<Batch> {
    const { state } = await this.dispatcher.execute(command);
    return this.queries.present(command.aggregateId, state);
  }
}

/** Lists the stale items of a project, and starts the batch that makes them again. */
@Controller('api/projects/:projectId/refresh')
export class RefreshController {
  constructor(private readonly stale: RefreshItems) {}

  @Get()
  @Answers(refreshBillSchema)
  bill(@CurrentUser() user: SessionUser, @Param('projectId', IdPipe) projectId: string): Promise<RefreshBill> {
    return this.stale.present(projectId, user.id);
  }
}
