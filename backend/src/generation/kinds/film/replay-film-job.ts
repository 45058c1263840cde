import type { FilmMade } from '../../../storyboard';
import type { KindReplay } from '../../replay/kind-replay';
import { GenerationFailed } from '../../workers/run-generation';
import { decideQueueFilmJob, type FilmJobData, QueueFilmJob } from './queue-film-job';
import { RunFilmJob } from './run-film-job';

/** What making it came to is taken from the log: nothing is rendered. */
export const filmReplay: KindReplay = {
  queue: ({ projectId, queued }, context, state, environment) => {
    return decideQueueFilmJob(new QueueFilmJob(projectId, queued as FilmJobData, context), state, environment);
  },
  worker: ({ manager, run: { completed, failed } }) =>
    new RunFilmJob(manager, {
      make: () =>
        completed
          ? Promise.resolve(completed as FilmMade)
          : Promise.reject(new GenerationFailed(failed ?? 'It is not recorded why.')),
    }),
  saved: () => new Map(),
};
