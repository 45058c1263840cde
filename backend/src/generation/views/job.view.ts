import { idOfStream } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { View } from '../../platform/views/view';
import { JOB_EVENTS, type JobKind, type ProjectEventOf } from '../../storyboard';

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

interface JobView<Row extends JobRow> extends Pick<View<Row>, 'name' | 'version' | 'columns' | 'indexes'> {
  kind: JobKind;
  done: Row['status'];
  /** What the kind's rows hold beyond the common ones. */
  queued: (row: JobRow<never>, event: RecordedEvent) => Row;
  started?: (event: RecordedEvent) => Partial<Row>;
  completed?: (event: RecordedEvent) => Partial<Row>;
}

type JobEventData = ProjectEventOf<'ImageJobFailed' | 'VideoJobFailed'>['data'];
const dataOf = (event: RecordedEvent): JobEventData => event.data as JobEventData;

const newRow = (event: RecordedEvent, id: string): JobRow<never> => ({
  id,
  userId: event.metadata.ownerId,
  projectId: idOfStream(event.streamId),
  sceneId: dataOf(event).sceneId,
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
}: JobView<Row>): View<Row> {
  const steps = JOB_EVENTS[kind];
  return {
    ...table,
    key: 'id',
    types: Object.values(steps),
    keys: (event) => [dataOf(event).jobId],
    evolve(row, event, id) {
      if (event.type === steps.queued) return row ?? queued(newRow(event, id), event);
      if (!row || row.status === done || row.status === 'failed') return row;
      switch (event.type) {
        case steps.started:
          return { ...row, status: 'processing', ...started?.(event) };
        case steps.completed:
          return { ...row, status: done, ...completed?.(event) };
        case steps.failed:
          return { ...row, status: 'failed', error: dataOf(event).error };
        default:
          return row;
      }
    },
  };
}
