import type { ImageJobStatus } from '@storyreel/contracts';
import { idOfStream } from '../../../platform/domain/aggregate';
import type { RecordedEvent } from '../../../platform/domain/domain-event';
import { entityOf, type View } from '../../../platform/views/view';
import type { ProjectEventOf } from '../../../projects';

export interface ImageJobRow {
  id: string;
  userId: string;
  projectId: string;
  sceneId: string;
  status: ImageJobStatus;
  imageUrls: string[];
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  /** Position of the event that queued it: the order of the queue. */
  queuedPosition: string;
}

type JobEvent = ProjectEventOf<
  'ImageJobQueued' | 'ImageJobStarted' | 'ImageJobAccepted' | 'ImageJobCompleted' | 'ImageJobFailed'
>;

function queued(event: RecordedEvent, sceneId: string, id: string): ImageJobRow {
  return {
    id,
    userId: event.metadata.ownerId,
    projectId: idOfStream(event.streamId),
    sceneId,
    status: 'queued',
    imageUrls: [],
    error: null,
    createdAt: event.metadata.at,
    startedAt: null,
    queuedPosition: event.position,
  };
}

export const imageJobView: View<ImageJobRow> = {
  name: 'image_job',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    projectId: { type: 'uuid' },
    sceneId: { type: 'uuid' },
    status: { type: 'text' },
    imageUrls: { type: 'jsonb' },
    error: { type: 'text', nullable: true },
    createdAt: { type: 'text' },
    startedAt: { type: 'text', nullable: true },
    queuedPosition: { type: 'text', name: 'queued_at' },
  },
  key: 'id',
  indexes: [
    ['userId', 'status'],
    ['status', 'queuedPosition'],
  ],
  types: ['ImageJobQueued', 'ImageJobStarted', 'ImageJobAccepted', 'ImageJobCompleted', 'ImageJobFailed'],
  keys: (event) => [(event.data as JobEvent['data']).jobId],
  evolve(row, recorded, id) {
    const event = recorded as unknown as JobEvent;
    if (event.type === 'ImageJobQueued') return row ?? queued(recorded, event.data.sceneId, id);
    if (!row || row.status === 'completed' || row.status === 'failed') return row;
    switch (event.type) {
      case 'ImageJobStarted':
        return { ...row, status: 'processing', startedAt: recorded.metadata.at };
      case 'ImageJobAccepted':
        return row;
      case 'ImageJobCompleted':
        return { ...row, status: 'completed', imageUrls: event.data.images.map(({ url }) => url) };
      case 'ImageJobFailed':
        return { ...row, status: 'failed', error: event.data.error };
      default:
        return event satisfies never;
    }
  },
};

export const imageJobEntity = entityOf(imageJobView);
