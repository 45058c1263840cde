import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { View } from '../../platform/views/view';
import { isStep, JOB_STEPS, type JobEvent, type JobKind } from '../../storyboard';

/** What is shown of a job of any kind. `Done` is what its kind calls success. */
export interface JobRow<Done extends string = string> {
  id: string;
  userId: string;
  projectId: string;
  sceneId: string;
  status: 'queued' | 'processing' | 'failed' | Done;
  error: string | null;
  createdAt: string;
}

export const JOB_COLUMNS = {
  id: { type: 'uuid' },
  userId: { type: 'uuid' },
  projectId: { type: 'uuid' },
  sceneId: { type: 'uuid' },
  status: { type: 'text' },
  error: { type: 'text', nullable: true },
  createdAt: { type: 'text' },
} satisfies View<JobRow>['columns'];

interface JobView<Row extends JobRow, Made> extends Pick<
  View<Row, JobEvent>,
  'name' | 'version' | 'columns' | 'indexes'
> {
  kind: JobKind<unknown, Made>;
  done: Row['status'];
  /** What the kind's rows hold beyond the common ones. */
  queued: (row: JobRow<never>, event: Recorded) => Row;
  started?: (event: Recorded) => Partial<Row>;
  completed?: (made: Made) => Partial<Row>;
}

type Recorded = RecordedEvent<JobEvent>;

/** Rows of a kind whose jobs are of scenes: a film, which is of none, has a view of its own. */
const newRow = (event: Recorded, id: string): JobRow<never> => ({
  id,
  userId: event.metadata.ownerId,
  projectId: idOfStream(event.streamId),
  sceneId: event.data.sceneId ?? '',
  status: 'queued',
  error: null,
  createdAt: event.metadata.at,
});

/** The view of a kind's jobs: from queued to processing to an outcome, of which the first is final. */
export function jobView<Row extends JobRow, Made>({
  kind,
  done,
  queued,
  started,
  completed,
  ...table
}: JobView<Row, Made>): View<Row, JobEvent> {
  return {
    ...table,
    key: 'id',
    types: JOB_STEPS.map((step) => kind.type(step)),
    keys: (event) => [event.data.jobId],
    evolve(row, event, id) {
      if (isStep(event, 'Queued')) return row ?? queued(newRow(event, id), event);
      if (!row || row.status === done || row.status === 'failed') return row;
      if (isStep(event, 'Started')) return { ...row, status: 'processing', ...started?.(event) };
      if (kind.isCompleted(event)) return { ...row, status: done, ...completed?.(event.data) };
      return isStep(event, 'Failed') ? { ...row, status: 'failed', error: event.data.error } : row;
    },
  };
}
