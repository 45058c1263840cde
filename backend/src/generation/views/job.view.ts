import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { View } from '../../platform/views/view';
import { JOB_EVENTS, type JobEvent, type JobKind } from '../../storyboard';

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

interface JobView<Row extends JobRow> extends Pick<View<Row, JobEvent>, 'name' | 'version' | 'columns' | 'indexes'> {
  kind: JobKind;
  done: Row['status'];
  /** What the kind's rows hold beyond the common ones. */
  queued: (row: JobRow<never>, event: Recorded) => Row;
  started?: (event: Recorded) => Partial<Row>;
  completed?: (event: Recorded) => Partial<Row>;
}

type Recorded = RecordedEvent<JobEvent>;

const newRow = (event: Recorded, id: string): JobRow<never> => ({
  id,
  userId: event.metadata.ownerId,
  projectId: idOfStream(event.streamId),
  sceneId: event.data.sceneId,
  status: 'queued',
  error: null,
  createdAt: event.metadata.at,
});

/** The view of a kind's jobs: from queued to processing to an outcome, of which the first is final. */
export function jobView<Row extends JobRow>({
  kind,
  done,
  queued,
  started,
  completed,
  ...table
}: JobView<Row>): View<Row, JobEvent> {
  const steps = JOB_EVENTS[kind];
  return {
    ...table,
    key: 'id',
    types: Object.values(steps),
    keys: (event) => [event.data.jobId],
    evolve(row, event, id) {
      if (event.type === steps.queued) return row ?? queued(newRow(event, id), event);
      if (!row || row.status === done || row.status === 'failed') return row;
      switch (event.type) {
        case steps.started:
          return { ...row, status: 'processing', ...started?.(event) };
        case steps.completed:
          return { ...row, status: done, ...completed?.(event) };
        case steps.failed:
          return { ...row, status: 'failed', error: 'error' in event.data ? event.data.error : null };
        default:
          return row;
      }
    },
  };
}
