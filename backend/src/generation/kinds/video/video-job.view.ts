import { idOfStream } from '../../../platform/domain/aggregate';
import type { RecordedEvent } from '../../../platform/domain/domain-event';
import { entityOf, type View } from '../../../platform/views/view';
import type { ProjectEventOf } from '../../../projects';

export interface VideoJobRow {
  id: string;
  userId: string;
  projectId: string;
  sceneId: string;
  status: 'queued' | 'processing' | 'succeeded' | 'failed';
  error: string | null;
  createdAt: string;
}

type JobEvent = ProjectEventOf<
  'VideoJobQueued' | 'VideoJobStarted' | 'VideoJobAccepted' | 'VideoJobCompleted' | 'VideoJobFailed'
>;

const queued = ({ metadata, streamId }: RecordedEvent, sceneId: string, id: string): VideoJobRow => ({
  id,
  userId: metadata.ownerId,
  projectId: idOfStream(streamId),
  sceneId,
  status: 'queued',
  error: null,
  createdAt: metadata.at,
});

export const videoJobView: View<VideoJobRow> = {
  name: 'video_job',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    projectId: { type: 'uuid' },
    sceneId: { type: 'uuid' },
    status: { type: 'text' },
    error: { type: 'text', nullable: true },
    createdAt: { type: 'text' },
  },
  key: 'id',
  types: ['VideoJobQueued', 'VideoJobStarted', 'VideoJobAccepted', 'VideoJobCompleted', 'VideoJobFailed'],
  keys: (event) => [(event.data as JobEvent['data']).jobId],
  evolve(row, recorded, id) {
    const event = recorded as unknown as JobEvent;
    if (event.type === 'VideoJobQueued') return row ?? queued(recorded, event.data.sceneId, id);
    if (!row || row.status === 'succeeded' || row.status === 'failed') return row;
    switch (event.type) {
      case 'VideoJobStarted':
        return { ...row, status: 'processing' };
      case 'VideoJobAccepted':
        return row;
      case 'VideoJobCompleted':
        return { ...row, status: 'succeeded' };
      case 'VideoJobFailed':
        return { ...row, status: 'failed', error: event.data.error };
      default:
        return event satisfies never;
    }
  },
};

export const videoJobEntity = entityOf(videoJobView);
