import type { PushMessage } from '@storyreel/contracts';
import { idOfStream } from '../../../platform/domain/aggregate';
import type { PushRule } from '../../../platform/push/push-rule';
import { type JobEvent, JOB_STEPS, type ProjectEventOf } from '../../../storyboard';
import { filmJobs } from './film-jobs';

const BETWEEN = ['FilmAdvanced', 'FilmRemoved', 'FilmRestored'] as const;
type PushedFilmEvent = JobEvent | ProjectEventOf<(typeof BETWEEN)[number]>;
type Status = Extract<PushMessage, { type: 'filmsChanged' }>['jobs'][number]['status'];

const statusOf = (type: string): Status => {
  if (type === filmJobs.type('Queued')) return 'queued';
  if (type === filmJobs.type('Completed')) return 'succeeded';
  return type === filmJobs.type('Failed') ? 'failed' : 'processing';
};

/** Tells windows of whatever becomes of a film. */
export const filmsPushRule: PushRule<PushedFilmEvent> = {
  types: [...JOB_STEPS.map((step) => filmJobs.type(step)), ...BETWEEN],
  draft({ type, streamId, data }) {
    const id = 'filmId' in data ? data.filmId : data.jobId;
    return {
      type: 'filmsChanged',
      jobs: [{ id, sceneId: null, projectId: idOfStream(streamId), status: statusOf(type) }],
    };
  },
};
