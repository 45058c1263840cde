import type { PushMessage } from '@storyreel/contracts';
import { idOfStream } from '../../platform/domain/aggregate';
import type { PushRule } from '../../platform/push/push-rule';
import { JOB_EVENTS, type JobEvent, type JobKind } from '../../storyboard';

type JobsMessage = Extract<PushMessage, { jobs: unknown }>['type'];

/** Tells windows how a kind's jobs stand, in the words of its view. */
export function jobsPushRule(kind: JobKind, type: JobsMessage, done: string): PushRule<JobEvent> {
  const { queued, started, completed, failed } = JOB_EVENTS[kind];
  const statuses: Partial<Record<JobEvent['type'], string>> = {
    [queued]: 'queued',
    [started]: 'processing',
    [completed]: done,
    [failed]: 'failed',
  };
  return {
    types: [queued, started, completed, failed],
    draft(event) {
      const status = statuses[event.type];
      if (status === undefined) return null;
      const { jobId, sceneId } = event.data;
      return { type, jobs: [{ id: jobId, sceneId, projectId: idOfStream(event.streamId), status }] };
    },
  };
}
