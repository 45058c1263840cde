import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import {
  pageQuerySchema,
  type StuckRetryOutcome,
  stuckRetryOutcomeSchema,
  stuckRetryRequestSchema,
  type StuckWork as StuckItem,
  stuckWorkSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { AccessLog } from '../../accounts/access';
import { notFound } from '../../lib/domain-error';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { cursorInstant, answerPage, keyFrom, pageOf } from '../../infra/http/paging';
import { ForRole } from '../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { DeadLetters, isRetryable } from '../../eventsourcing/dead-letters/dead-letters';

class PageDto extends createZodDto(pageQuerySchema) {}
class RetryDto extends createZodDto(stuckRetryRequestSchema) {}

const placeShape = z.tuple([cursorInstant, z.string(), z.string()]);

@Controller('api/runs/stuck')
@ForRole('developer')
export class StuckController {
  constructor(
    private readonly stuck: DeadLetters,
    private readonly access: AccessLog,
  ) {}

  /** The list contains names and reasons but no user content, so reading it repeatedly is not recorded as access. */
  @Get()
  @Answers(z.array(stuckWorkSchema))
  async list(
    @Query() { limit, cursor }: PageDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StuckItem[]> {
    const place = cursor === undefined ? null : keyFrom(cursor, placeShape);
    const behind = place && { since: place[0], kind: place[1], id: place[2] };
    const found = await this.stuck.list(limit + 1, behind);
    const page = pageOf(
      found,
      limit,
      ({ since, kind, id }) => [since.toISOString(), kind, id],
      ({ reason }) => Buffer.byteLength(reason),
    );
    const items = page.items.map((row) => ({ ...row, since: row.since.toISOString(), retryable: isRetryable(row) }));
    return answerPage(response, { ...page, items });
  }

  @Post('retry')
  @HttpCode(200)
  @Answers(stuckRetryOutcomeSchema)
  async retry(@CurrentUser() user: SessionUser, @Body() { kind, id }: RetryDto): Promise<StuckRetryOutcome> {
    await this.access.record(user, { what: 'retry', ownerId: null, detail: { kind, id } });
    const tried = await this.stuck.retry(kind, id);
    if (!tried) throw notFound();
    return tried;
  }
}
