import { queueJobReactor } from '../../workers/queue-job.process';
import type { KindParts } from '../kind-parts';
import { FILM_QUEUE, filmJobs } from './film-jobs';
import { filmJobView } from './film-job.view';
import { FILM_MAKER } from './film-maker';
import { FilmParts } from './film-parts';
import { FilmQueries } from './film-queries';
import { FilmRequests } from './film-requests';
import { CancelFilmHandler, RemoveFilmHandler, RestoreFilmHandler } from './film-versions';
import { filmsPushRule } from './film.push';
import { FilmsController } from './films.controller';
import { QueueFilmJobHandler } from './queue-film-job';
import { filmReplay } from './replay-film-job';
import { RunFilmJob } from './run-film-job';
import { StoredFilmMaker } from './stored-film-maker';

export const filmKind: KindParts = {
  kind: filmJobs,
  replay: filmReplay,
  views: [filmJobView],
  processes: [queueJobReactor(filmJobs, () => FILM_QUEUE)],
  pushRules: [filmsPushRule],
  controllers: [FilmsController],
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
