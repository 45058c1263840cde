import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  MAX_STATEMENT_BYTES,
  pageQuerySchema,
  reconcileRequestSchema,
  type Reconciliation,
  reconciliationSchema,
  type ReconciliationSummary,
  reconciliationSummarySchema,
  statementQuerySchema,
} from '@storyreel/contracts';
import { raw, type Request, type Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { DomainError } from '../../lib/domain-error';
import { IdPipe } from '../../infra/http/request-params';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { ForRole } from '../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { Reconciliations } from './reconciliation';
import { AuditTrail } from '../ledger/http/audit-trail';

class ReconcileDto extends createZodDto(reconcileRequestSchema) {}
class StatementQueryDto extends createZodDto(statementQuerySchema) {}
class PageQueryDto extends createZodDto(pageQuerySchema) {}

const parse = raw({ type: () => true, limit: MAX_STATEMENT_BYTES });

/** Compares providers' records with the log. */
@Controller('api/audit/reconciliations')
@ForRole('finance')
export class ReconciliationsController {
  constructor(
    private readonly reconciliations: Reconciliations,
    private readonly reads: AuditTrail,
  ) {}

  @Post()
  @Idempotent()
  @Answers(reconciliationSchema)
  withProvider(
    @CurrentUser() user: SessionUser,
    @Body() request: ReconcileDto,
    @CommandId() id: string,
  ): Promise<Reconciliation> {
    return this.reconciliations.withProvider(user, id, request);
  }

  /** Compares the statement in the request's body: CSV, or JSON Lines. */
  @Post('statement')
  @Answers(reconciliationSchema)
  async withStatement(
    @CurrentUser() user: SessionUser,
    @Query() query: StatementQueryDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Reconciliation> {
    const form = request.is('text/csv') ? 'csv' : request.is('application/x-ndjson') ? 'jsonl' : null;
    if (form === null) {
      throw new DomainError('unsupported_media_type', 'A statement is text/csv or application/x-ndjson.');
    }
    return this.reconciliations.withStatement(user, query, { form, bytes: await bodyOf(request, response) });
  }

  @Get()
  @Answers(z.array(reconciliationSummarySchema))
  async list(
    @CurrentUser() reader: SessionUser,
    @Query() page: PageQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ReconciliationSummary[]> {
    await this.reads.list(reader, 'reconciliations', page);
    return answerPage(response, await this.reconciliations.page(page));
  }

  @Get(':id')
  @Answers(reconciliationSchema)
  async one(@CurrentUser() reader: SessionUser, @Param('id', IdPipe) id: string): Promise<Reconciliation> {
    const found = await this.reconciliations.one(id);
    await this.reads.one(reader, 'reconciliation', null, { id });
    return found;
  }
}

/**
 * Reads the body here rather than in middleware, since only finance may send bodies of this size.
 * @throws HttpError 413
 */
async function bodyOf(request: Request, response: Response): Promise<Buffer> {
  await new Promise<void>((resolve, reject) =>
    parse(request, response, (error?: Error) => (error ? reject(error) : resolve())),
  );
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
