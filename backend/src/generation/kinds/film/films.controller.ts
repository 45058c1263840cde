import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import {
  type Film,
  filmSchema,
  generateFilmRequestSchema,
  type GenerateFilmResponse,
  generateFilmResponseSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandDispatcher } from '../../../eventsourcing/commands/command-dispatcher';
import { IdPipe } from '../../../infra/http/request-params';
import { CommandId, Idempotent } from '../../../eventsourcing/commands/idempotency';
import { Answers } from '../../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../../infra/sessions';
import { FilmQueries } from './film-job.view';
import { FilmRequests } from './film-requests';
import { CancelFilm, RemoveFilm, RestoreFilm } from './film-job';

class GenerateFilmDto extends createZodDto(generateFilmRequestSchema.omit({ projectId: true })) {}

@Controller('api/projects/:projectId/films')
export class FilmsController {
  constructor(
    private readonly requests: FilmRequests,
    private readonly films: FilmQueries,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  /** Lists the project's films, newest first. */
  @Get()
  @Answers(z.array(filmSchema))
  list(@CurrentUser() user: SessionUser, @Param('projectId', IdPipe) projectId: string): Promise<Film[]> {
    return this.films.ofProject(projectId, user.id);
  }

  @Post()
  @Idempotent()
  @Answers(generateFilmResponseSchema)
  make(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Body() { quality }: GenerateFilmDto,
    @CommandId() commandId: string,
  ): Promise<GenerateFilmResponse> {
    return this.requests.request(user.id, { projectId, quality }, commandId);
  }

  @Post(':filmId/cancel')
  @Answers(filmSchema)
  cancel(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Param('filmId', IdPipe) filmId: string,
  ): Promise<Film> {
    return this.change(CancelFilm, user, projectId, filmId);
  }

  @Delete(':filmId')
  @Answers(filmSchema)
  remove(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Param('filmId', IdPipe) filmId: string,
  ): Promise<Film> {
    return this.change(RemoveFilm, user, projectId, filmId);
  }

  @Post(':filmId/restore')
  @Answers(filmSchema)
  restore(
    @CurrentUser() user: SessionUser,
    @Param('projectId', IdPipe) projectId: string,
    @Param('filmId', IdPipe) filmId: string,
  ): Promise<Film> {
    return this.change(RestoreFilm, user, projectId, filmId);
  }

  private async change(
    Change: typeof CancelFilm | typeof RemoveFilm | typeof RestoreFilm,
    user: SessionUser,
    projectId: string,
    filmId: string,
  ): Promise<Film> {
    await this.dispatcher.execute(new Change(projectId, { filmId }, this.dispatcher.context(user)));
    return this.films.one(filmId, user.id);
  }
}
