import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import {
  type ReplayReport,
  replayReportSchema,
  type Run,
  type RunCounts,
  runCountsSchema,
  type RunDetail,
  runDetailSchema,
  type RunErrorGroup,
  runErrorGroupSchema,
  runFilterSchema,
  runListQuerySchema,
  runSchema,
  type SceneRun,
  sceneRunSchema,
} from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { AccessLog } from '../../accounts/access';
import { notFound } from '../../lib/domain-error';
import { IdPipe } from '../../infra/http/request-params';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { ForRole } from '../../infra/sessions/roles';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { SceneQueries } from '../../projects/storyboard';
import { RunDetails } from '../detail/run-details';
import { nothingToReplay, replayWithoutDollars } from '../detail/present-events';
import { LogReplayer } from '../replay/log-replayer';
import { RunAccess } from './run-access';
import { RunQueries } from '../views/run-queries';

class RunListDto extends createZodDto(runListQuerySchema) {}
class RunFilterDto extends createZodDto(runFilterSchema) {}
class PageDto extends createZodDto(runListQuerySchema.pick({ limit: true, cursor: true })) {}

@Controller('api')
export class RunsController {
  constructor(
    private readonly runs: RunQueries,
    private readonly details: RunDetails,
    private readonly replayer: LogReplayer,
    private readonly access: RunAccess,
    private readonly log: AccessLog,
    private readonly scenes: SceneQueries,
  ) {}

  @Get('runs')
  @ForRole('developer')
  @Answers(z.array(runSchema))
  async list(
    @CurrentUser() user: SessionUser,
    @Query() query: RunListDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Run[]> {
    // Later pages of the same filter belong to the access that is already recorded.
    if (query.cursor === undefined)
      await this.log.recordFollowed(user, { what: 'runs', ownerId: null, detail: detailOf(query) });
    return answerPage(response, await this.runs.list(query));
  }

  @Get('runs/counts')
  @ForRole('developer')
  @Answers(runCountsSchema)
  counts(@Query() filter: RunFilterDto): Promise<RunCounts> {
    return this.runs.counts(filter);
  }

  /** Groups failed runs by their error. The groups show patterns and counts but no user's work. */
  @Get('runs/errors')
  @ForRole('developer')
  @Answers(z.array(runErrorGroupSchema))
  errors(@Query() filter: RunFilterDto): Promise<RunErrorGroup[]> {
    return this.runs.errors(filter);
  }

  @Get('runs/:id')
  @Answers(runDetailSchema)
  async one(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<RunDetail> {
    const { row, asDeveloper } = await this.access.open(user, id);
    return this.details.of(row, { withUsd: asDeveloper, readerId: user.id });
  }

  @Get('runs/:id/replay')
  @Answers(replayReportSchema)
  async replay(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<ReplayReport> {
    const { row, asDeveloper } = await this.access.openFor('replay', user, id);
    if (row.streamId === null) return nothingToReplay(row);
    const report = await this.replayer.replay({ runId: id, streamId: row.streamId });
    if (!report) throw notFound();
    return asDeveloper ? report : replayWithoutDollars(report);
  }

  @Get('scenes/:id/runs')
  @Answers(z.array(sceneRunSchema))
  async ofScene(
    @CurrentUser() user: SessionUser,
    @Param('id', IdPipe) sceneId: string,
    @Query() page: PageDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SceneRun[]> {
    await this.scenes.projectOf(sceneId, user.id);
    return answerPage(response, await this.runs.ofScene(sceneId, user.id, page));
  }
}

const detailOf = ({ limit: _limit, cursor: _cursor, ...filter }: RunListDto): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
