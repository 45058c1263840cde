import { JOB_COLUMNS, type JobRow, jobView } from '../../generation/views/job.view';
import { entityOf } from '../../eventsourcing/views/view';
import { musicJobs, type MusicMade } from './music-jobs';

interface MusicJobRow extends JobRow<'completed'> {
  audioUrl: string | null;
}

export const musicJobView = jobView<MusicJobRow, MusicMade>({
  name: 'music_job',
  version: 1,
  kind: musicJobs,
  done: 'completed',
  columns: { ...JOB_COLUMNS, audioUrl: { type: 'text', nullable: true } },
  queued: (row) => ({ ...row, audioUrl: null }),
  completed: ({ audioUrl }) => ({ audioUrl }),
});

export const musicJobEntity = entityOf(musicJobView);
