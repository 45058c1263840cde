import { idOfStream } from '../../../platform/domain/aggregate';
import type { PushRule } from '../../../platform/push/push-rule';
import type { ProjectEventOf } from '../../../projects';

const STATUS: Record<string, string> = {
  ImageJobQueued: 'queued',
  ImageJobStarted: 'processing',
  ImageJobCompleted: 'completed',
  ImageJobFailed: 'failed',
};

export const imageJobsPushRule: PushRule = {
  types: Object.keys(STATUS),
  draft(event) {
    const status = STATUS[event.type];
    if (status === undefined) return null;
    const { jobId, sceneId } = event.data as ProjectEventOf<'ImageJobFailed'>['data'];
    const projectId = idOfStream(event.streamId);
    return { type: 'imageJobsChanged', jobs: [{ id: jobId, sceneId, projectId, status }] };
  },
};
