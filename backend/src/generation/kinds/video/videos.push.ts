import { idOfStream } from '../../../platform/domain/aggregate';
import type { PushRule } from '../../../platform/push/push-rule';
import type { ProjectEventOf } from '../../../projects';

const STATUS: Record<string, string> = {
  VideoJobQueued: 'queued',
  VideoJobStarted: 'processing',
  VideoJobCompleted: 'succeeded',
  VideoJobFailed: 'failed',
};

export const videoJobsPushRule: PushRule = {
  types: Object.keys(STATUS),
  draft(event) {
    const status = STATUS[event.type];
    if (status === undefined) return null;
    const { jobId, sceneId } = event.data as ProjectEventOf<'VideoJobFailed'>['data'];
    return { type: 'videoJobsChanged', jobs: [{ id: jobId, sceneId, projectId: idOfStream(event.streamId), status }] };
  },
};
