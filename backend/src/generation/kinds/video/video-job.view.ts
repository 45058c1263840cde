import { entityOf } from '../../../platform/views/view';
import type { VideoMade } from '../../../storyboard';
import { videoJobs } from './video-jobs';
import { JOB_COLUMNS, type JobRow, jobView } from '../../views/job.view';

export const videoJobView = jobView<JobRow<'succeeded'>, VideoMade>({
  name: 'video_job',
  version: 1,
  kind: videoJobs,
  done: 'succeeded',
  columns: JOB_COLUMNS,
  queued: (row) => row,
});

export const videoJobEntity = entityOf(videoJobView);
