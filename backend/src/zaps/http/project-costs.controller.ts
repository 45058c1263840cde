import { Controller, Get, Inject, Param } from '@nestjs/common';
import { type ProjectCosts, projectCostsSchema } from '@storyreel/contracts';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { IdPipe } from '../../platform/http/id.pipe';
import { Answers } from '../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { ownProject, projectAggregate } from '../../storyboard';
import { ZapsQueries } from './zaps-queries';

@Controller('api/projects')
export class ProjectCostsController {
  constructor(
    @Inject(ZapsQueries) private readonly queries: ZapsQueries,
    @Inject(AggregateStore) private readonly store: AggregateStore,
  ) {}

  @Get(':id/costs')
  @Answers(projectCostsSchema)
  async costs(@Param('id', IdPipe) id: string, @CurrentUser() user: SessionUser): Promise<ProjectCosts> {
    ownProject(await this.store.load(projectAggregate, id), { ownerId: user.id });
    return this.queries.projectCosts(id);
  }
}
