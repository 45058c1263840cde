import { Controller, Get, Query, Res } from '@nestjs/common';
import {
  type FailedRuns,
  failedRunsSchema,
  NEXT_CURSOR_HEADER,
  performanceQuerySchema,
  type PerformanceRow,
  performanceRowSchema,
  periodSchema,
  type Spending,
  spendingQuerySchema,
  spendingSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { ForRole } from '../../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { FailedRunsQuery } from '../failed-runs';
import { PerformanceQueries } from '../performance';
import { SpendingQueries } from '../spending-queries';
import { AuditTrail } from './audit-trail';

class SpendingQueryDto extends createZodDto(spendingQuerySchema) {}
class PerformanceQueryDto extends createZodDto(performanceQuerySchema) {}
class PeriodDto extends createZodDto(periodSchema) {}

/** Spending of all users together. */
@Controller('api/audit/spending')
@ForRole('finance')
export class SpendingController {
  constructor(
    private readonly queries: SpendingQueries,
    private readonly reads: AuditTrail,
  ) {}

  @Get()
  @Answers(spendingSchema)
  async spending(
    @CurrentUser() reader: SessionUser,
    @Query() query: SpendingQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Spending> {
    await this.reads.list(reader, 'spending', query);
    return answer(response, await this.queries.spending(query));
  }
}

/** Cost of all users' failed runs. */
@Controller('api/audit/failed-runs')
@ForRole('finance')
export class FailedRunsController {
  constructor(
    private readonly failed: FailedRunsQuery,
    private readonly reads: AuditTrail,
  ) {}

  @Get()
  @Answers(failedRunsSchema)
  async runs(@CurrentUser() reader: SessionUser, @Query() period: PeriodDto): Promise<FailedRuns> {
    await this.reads.list(reader, 'failed_runs', period);
    return this.failed.of(period);
  }
}

/** A creator's own spending, in zaps. */
@Controller('api/credits/spending')
export class OwnSpendingController {
  constructor(private readonly queries: SpendingQueries) {}

  @Get()
  @Answers(spendingSchema)
  async spending(
    @CurrentUser() { id }: SessionUser,
    @Query() query: SpendingQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Spending> {
    return answer(response, await this.queries.spending(query, id));
  }
}

/** Compares the zaps that a creator spent with the views of the creator's posts. */
@Controller('api/credits/performance')
export class PerformanceController {
  constructor(private readonly queries: PerformanceQueries) {}

  @Get()
  @Answers(performanceRowSchema.array())
  rows(@CurrentUser() { id }: SessionUser, @Query() query: PerformanceQueryDto): Promise<PerformanceRow[]> {
    return this.queries.rows(query, id);
  }
}

function answer(response: Response, { spending, next }: { spending: Spending; next: string | null }): Spending {
  if (next !== null) response.setHeader(NEXT_CURSOR_HEADER, next);
  return spending;
}
