import { JOB_COLUMNS, type JobRow, jobView } from '../../generation/views/job.view';
import { entityOf } from '../../platform/views/view';
import { speechJobs, type SpeechMade } from './speech-jobs';

interface SpeechJobRow extends JobRow<'completed'> {
  audioUrl: string | null;
}

export const speechJobView = jobView<SpeechJobRow, SpeechMade>({
  name: 'speech_job',
  version: 1,
  kind: speechJobs,
  done: 'completed',
  columns: { ...JOB_COLUMNS, audioUrl: { type: 'text', nullable: true } },
  queued: (row) => ({ ...row, audioUrl: null }),
  completed: ({ audioUrl }) => ({ audioUrl }),
});

export const speechJobEntity = entityOf(speechJobView);
