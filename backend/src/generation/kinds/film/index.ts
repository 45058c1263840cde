import { refusable } from '../../../eventsourcing/refusals/refusals';
import { projectAggregate } from '../../../projects/storyboard';
import { queueJobReactor } from '../../workers/job-queue';
import type { KindParts } from '../../workers/kind-parts';
import {
  CancelFilmHandler,
  decideQueueFilmJob,
  FILM_QUEUE,
  filmJobs,
  QueueFilmJob,
  QueueFilmJobHandler,
  RemoveFilmHandler,
  RestoreFilmHandler,
} from './film-job';
import { filmJobView, FilmQueries, filmsPushRule } from './film-job.view';
import { FILM_MAKER, filmReplay, RunFilmJob } from './run-film-job';
import { FilmParts, StoredFilmMaker } from './stored-film-maker';
import { FilmRequests, plannedFilm } from './film-requests';
import { MusicController } from './music/music.controller';
import { FilmsController } from './films.controller';

export const filmKind: KindParts = {
  kind: filmJobs,
  replay: filmReplay,
  refusals: [refusable(QueueFilmJob, projectAggregate, decideQueueFilmJob), plannedFilm],
  views: [filmJobView],
  processes: [queueJobReactor(filmJobs, () => FILM_QUEUE)],
  pushRules: [filmsPushRule],
  controllers: [FilmsController, MusicController],
  providers: [
    FilmQueries,
    FilmRequests,
    QueueFilmJobHandler,
    CancelFilmHandler,
    RemoveFilmHandler,
    RestoreFilmHandler,
    FilmParts,
    { provide: FILM_MAKER, useClass: StoredFilmMaker },
    RunFilmJob,
  ],
};
