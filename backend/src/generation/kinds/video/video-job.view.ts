import { entityOf } from '../../../platform/views/view';
import { JOB_COLUMNS, type JobRow, jobView } from '../../views/job.view';

export const videoJobView = jobView<JobRow<'succeeded'>>({
  name: 'video_job',
  version: 1,
  kind: 'video',
  done: 'succeeded',
  columns: JOB_COLUMNS,
  queued: (row) => row,
});

export const videoJobEntity = entityOf(videoJobView);
