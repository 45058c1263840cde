import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { endWorkRequestSchema, endWorkResponseSchema } from '@storyreel/contracts';
import type { EndWorkResponse } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { AccessLog } from '../../accounts/access';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { ForRole } from '../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { HoldCloser } from '../hold-closer';
import { RunQueries } from '../views/run-queries';
import type { RunRow } from '../views/run.view';
import { RunAccess } from './run-access';

class EndWorkDto extends createZodDto(endWorkRequestSchema) {}

/** Ends a run's work at a person's request, and releases the zaps. */
async function end(
  { holds, dispatcher }: { holds: HoldCloser; dispatcher: CommandDispatcher },
  { payerId: userId, holdId }: Pick<RunRow, 'payerId' | 'holdId'>,
  { by, reason }: { by: SessionUser; reason: string },
): Promise<EndWorkResponse> {
  if (holdId === null) return { outcome: 'over' };
  const asked = dispatcher.context(by);
  const words = `The people who run this installation ended it: ${reason}`;
  const closing = {
    userId,
    holdId,
    words,
    reason: words,
    cause: { correlationId: asked.correlationId, causationId: null },
    // The events belong to the owner of the work, even when another user ends it.
    context: (id: string) => ({ ...asked, ownerId: userId, commandId: derivedId(id, 'end') }),
  };
  const outcome = await holds.close(closing);
  await dispatcher.waitForOthers();
  return { outcome: outcome ?? 'over' };
}

/** Ends a run that has not ended yet. */
@Controller('api/runs')
@ForRole('developer')
export class EndRunController {
  constructor(
    private readonly access: RunAccess,
    private readonly holds: HoldCloser,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  @Post(':id/end')
  @HttpCode(200)
  @Answers(endWorkResponseSchema)
  async end(
    @CurrentUser() by: SessionUser,
    @Param('id', IdPipe) id: string,
    @Body() { reason }: EndWorkDto,
  ): Promise<EndWorkResponse> {
    const { row } = await this.access.openFor('run ended', by, id, { reason });
    return end({ holds: this.holds, dispatcher: this.dispatcher }, row, { by, reason });
  }
}

/** Ends an open hold, together with its work. */
@Controller('api/audit/holds')
@ForRole('finance')
export class EndHoldController {
  constructor(
    private readonly runs: RunQueries,
    private readonly log: AccessLog,
    private readonly holds: HoldCloser,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  @Post(':holdId/end')
  @HttpCode(200)
  @Answers(endWorkResponseSchema)
  async end(
    @CurrentUser() by: SessionUser,
    @Param('holdId', IdPipe) holdId: string,
    @Body() { reason }: EndWorkDto,
  ): Promise<EndWorkResponse> {
    const row = await this.runs.ofHold(holdId);
    if (!row) throw notFound();
    await this.log.record(by, { what: 'hold ended', ownerId: row.payerId, detail: { holdId, reason } });
    return end({ holds: this.holds, dispatcher: this.dispatcher }, row, { by, reason });
  }
}
