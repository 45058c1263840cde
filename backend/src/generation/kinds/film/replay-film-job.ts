import type { FilmMade } from '../../../storyboard';
import type { KindReplay } from '../../replay/kind-replay';
import { NotRecorded } from '../../replay/recorded-answers';
import { GenerationFailed } from '../../workers/run-generation';
import { decideQueueFilmJob, type FilmJobData, QueueFilmJob } from './queue-film-job';
import { RunFilmJob } from './run-film-job';

/** What making it came to is taken from the log: nothing is rendered. Of a film that is being made it has nothing yet. */
export const filmReplay: KindReplay = {
  queue: ({ projectId, queued }, context, state, environment) => {
    return decideQueueFilmJob(new QueueFilmJob(projectId, queued as FilmJobData, context), state, environment);
  },
  worker: ({ manager, run: { completed, failed } }) =>
    new RunFilmJob(manager, {
      make: () => {
        if (completed) return Promise.resolve(completed as FilmMade);
        return Promise.reject(failed === null ? new NotRecorded('It is being made') : new GenerationFailed(failed));
      },
    }),
  saved: () => new Map(),
};
