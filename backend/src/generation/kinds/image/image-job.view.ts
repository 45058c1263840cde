import type { ImageJobStatus } from '@storyreel/contracts';
import { entityOf } from '../../../platform/views/view';
import { JOB_COLUMNS, type JobRow, jobView } from '../../views/job.view';

export interface ImageJobRow extends JobRow<ImageJobStatus> {
  imageUrls: string[];
  startedAt: string | null;
  /** Position of the event that queued it: the order of the queue. */
  queuedPosition: string;
}

export const imageJobView = jobView<ImageJobRow>({
  name: 'image_job',
  version: 1,
  kind: 'image',
  done: 'completed',
  columns: {
    ...JOB_COLUMNS,
    imageUrls: { type: 'jsonb' },
    startedAt: { type: 'text', nullable: true },
    queuedPosition: { type: 'text', name: 'queued_at' },
  },
  indexes: [
    ['userId', 'status'],
    ['status', 'queuedPosition'],
  ],
  queued: (row, { position }) => ({ ...row, imageUrls: [], startedAt: null, queuedPosition: position }),
  started: ({ metadata }) => ({ startedAt: metadata.at }),
  completed: ({ data }) => ('images' in data ? { imageUrls: data.images.map(({ url }) => url) } : {}),
});

export const imageJobEntity = entityOf(imageJobView);
