import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import {
  castMembers,
  deletedResponseSchema,
  keepInLibraryRequestSchema,
  libraryMemberSchema,
  projectSchema,
  restoreRequestSchema,
} from '@storyreel/contracts';
import type { LibraryMember, Project } from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser } from '../../infra/sessions';
import type { SessionUser } from '../../infra/sessions';
import { notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { ownProject, presentProject, ProjectQueries } from '../storyboard';
import { ChangeCast } from './change-cast';
import { KeepInLibrary, entryOrRemoved, libraryEntry, RemoveFromLibrary, RestoreToLibrary } from './library';
import { LibraryQueries } from './library-list.view';

class KeepInLibraryDto extends createZodDto(keepInLibraryRequestSchema) {}
class RestoreToLibraryDto extends createZodDto(restoreRequestSchema) {}

/** Routes of an account's library. Each account has one library, so its stream has the account's id. */
@Controller('api/cast-library')
export class LibraryController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly projects: ProjectQueries,
    private readonly library: LibraryQueries,
  ) {}

  @Get()
  @Answers(libraryMemberSchema.array())
  list(@CurrentUser() user: SessionUser): Promise<LibraryMember[]> {
    return this.library.ofUser(user.id);
  }

  /**
   * Keeps a project's member in the library. Answers with the project, whose member refers to the library entry from
   * then on.
   */
  @Post()
  @Idempotent()
  @Answers(projectSchema)
  async keep(
    @CurrentUser() user: SessionUser,
    @Body() { projectId, memberId }: KeepInLibraryDto,
    @CommandId() commandId: string,
  ): Promise<Project> {
    const project = await this.projects.one(projectId, user.id);
    const member = castMembers(project).find(({ id }) => id === memberId);
    if (!member) throw notFound();
    const { kind, name, look, pictures, library } = member;
    const isThere = library && (await this.library.ofUser(user.id)).some(({ id }) => id === library.id);
    const id = isThere ? library.id : derivedId(commandId, 'library');
    const context = this.dispatcher.context(user, commandId);
    const kept = await this.dispatcher.execute(new KeepInLibrary(user.id, { id, kind, name, look, pictures }, context));
    const { version } = entryOrRemoved(kept.state, id);
    const link = { action: 'keep', memberId, library: { id, version } } as const;
    const { state } = await this.dispatcher.execute(new ChangeCast(projectId, link, context));
    return presentProject(ownProject(state, { ownerId: user.id }));
  }

  @Post('restore')
  @Answers(libraryMemberSchema)
  async restore(@CurrentUser() user: SessionUser, @Body() { id }: RestoreToLibraryDto): Promise<LibraryMember> {
    const { state } = await this.dispatcher.execute(
      new RestoreToLibrary(user.id, { id }, this.dispatcher.context(user)),
    );
    return libraryEntry(state, id);
  }

  /** Removes an entry. Projects keep the members that they took from the library. */
  @Delete(':id')
  @Answers(deletedResponseSchema)
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    await this.dispatcher.execute(new RemoveFromLibrary(user.id, { id }, this.dispatcher.context(user)));
    return { id };
  }
}
