import type { PushMessage } from '@storyreel/contracts';
import { idOfStream } from '../../platform/domain/aggregate';
import type { PushRule } from '../../platform/push/push-rule';
import type { JobEvent, JobKind } from '../../storyboard';

type JobsMessage = Exclude<Extract<PushMessage, { jobs: unknown }>['type'], 'filmsChanged'>;

/** Tells windows how a kind's jobs stand, in the words of its view. */
export function jobsPushRule(kind: JobKind, type: JobsMessage, done: string): PushRule<JobEvent> {
  const statuses = new Map<JobEvent['type'], string>([
    [kind.type('Queued'), 'queued'],
    [kind.type('Started'), 'processing'],
    [kind.type('Completed'), done],
    [kind.type('Failed'), 'failed'],
  ]);
  return {
    types: [...statuses.keys()],
    draft(event) {
      const status = statuses.get(event.type);
      const { jobId, sceneId } = event.data;
      if (status === undefined || sceneId === null) return null;
      return { type, jobs: [{ id: jobId, sceneId, projectId: idOfStream(event.streamId), status }] };
    },
  };
}
