import { Body, Controller, Param, Post } from '@nestjs/common';
import { castMembers, changeCastRequestSchema, projectSchema, restoreCastRequestSchema } from '@storyreel/contracts';
import type { CastChange, CastMember, DecidedCastChange, Project } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser } from '../../infra/sessions';
import type { SessionUser } from '../../infra/sessions';
import { notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { ownProject, presentProject, ProjectQueries } from '../storyboard';
import type { ProjectState } from '../storyboard';
import { ChangeCast, RestoreCast } from './change-cast';
import { HeldPictures } from './held-pictures';
import { LibraryQueries } from './library-list.view';

class ChangeCastDto extends createZodDto(changeCastRequestSchema) {}
class RestoreCastDto extends createZodDto(restoreCastRequestSchema) {}

@Controller('api/projects/:projectId/cast')
export class CastController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly projects: ProjectQueries,
    private readonly pictures: HeldPictures,
    private readonly library: LibraryQueries,
  ) {}

  /** Adds, changes or removes a cast member, or one of its pictures. */
  @Post()
  @Idempotent()
  @Answers(projectSchema)
  async change(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Body() { change }: ChangeCastDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const decided = await this.decided(user, projectId, change, commandId);
    return this.answer(user, new ChangeCast(projectId, decided, this.dispatcher.context(user, commandId)));
  }

  /** Undoes the newest change of the cast. */
  @Post('restore')
  @Answers(projectSchema)
  restore(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Body() body: RestoreCastDto,
  ): Promise<Project> {
    return this.answer(user, new RestoreCast(projectId, body, this.dispatcher.context(user)));
  }

  private async decided(
    user: SessionUser,
    projectId: string,
    change: CastChange,
    commandId: string,
  ): Promise<DecidedCastChange> {
    if (change.action === 'take') {
      const { action, memberId, libraryId } = change;
      return { action, memberId, entry: await this.library.one(libraryId, user.id) };
    }
    if (change.action === 'keepMine') {
      const { action, memberId } = change;
      const { library } = (await this.memberOf(user, projectId, memberId)) ?? {};
      if (!library) throw notFound();
      const { version } = await this.library.one(library.id, user.id);
      return { action, memberId, library: { ...library, version } };
    }
    if (change.action !== 'addPicture') return change;
    const { action, memberId, url } = change;
    // Refuses another user's project before anything is stored for it.
    await this.projects.one(projectId, user.id);
    const picture = { id: derivedId(commandId, 'picture'), ...(await this.pictures.hold(url, user.id)) };
    return { action, memberId, picture };
  }

  private async memberOf(user: SessionUser, projectId: string, memberId: string): Promise<CastMember | undefined> {
    return castMembers(await this.projects.one(projectId, user.id)).find(({ id }) => id === memberId);
  }

  private async answer(user: SessionUser, command: AggregateCommand<ProjectState, unknown>): Promise<Project> {
    const { state } = await this.dispatcher.execute(command);
    return presentProject(ownProject(state, { ownerId: user.id }));
  }
}
