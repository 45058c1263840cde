import { Controller, Get, Inject, Param } from '@nestjs/common';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { IdPipe } from '../../platform/http/id.pipe';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { ownProject, projectAggregate } from '../../projects';
import { ZapsQueries, type ProjectCosts } from './zaps-queries';

@Controller('api/projects')
export class ProjectCostsController {
  constructor(
    @Inject(ZapsQueries) private readonly queries: ZapsQueries,
    @Inject(AggregateStore) private readonly store: AggregateStore,
  ) {}

  @Get(':id/costs')
  async costs(@Param('id', IdPipe) id: string, @CurrentUser() user: SessionUser): Promise<ProjectCosts> {
    ownProject(await this.store.load(projectAggregate, id), { ownerId: user.id });
    return this.queries.projectCosts(id);
  }
}
