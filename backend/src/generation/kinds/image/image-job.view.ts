import type { ImageJobStatus } from '@storyreel/contracts';
import { entityOf } from '../../../platform/views/view';
import type { ImagesMade } from '../../../storyboard';
import { imageJobs } from './image-jobs';
import { JOB_COLUMNS, type JobRow, jobView } from '../../views/job.view';

export interface ImageJobRow extends JobRow<ImageJobStatus> {
  imageUrls: string[];
  startedAt: string | null;
  /** Position of the event that queued it: the order of the queue. */
  queuedPosition: string;
}

export const imageJobView = jobView<ImageJobRow, ImagesMade>({
  name: 'image_job',
  version: 1,
  kind: imageJobs,
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
  completed: ({ images }) => ({ imageUrls: images.map(({ url }) => url) }),
});

export const imageJobEntity = entityOf(imageJobView);
