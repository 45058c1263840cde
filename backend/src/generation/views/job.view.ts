import type { PushMessage } from '@storyreel/contracts';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import type { View } from '../../eventsourcing/views/view';
import { isStep, JOB_STEPS } from '../../projects/storyboard';
import type { JobEvent, JobKind } from '../../projects/storyboard';

/** Columns that the job views of all kinds share. `Done` is the kind's status for success. */
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
  /** One kind, or several kinds with the same type of result. */
  kind: JobKind<unknown, Made> | readonly JobKind<unknown, Made>[];
  done: Row['status'];
  /** Adds the kind's own columns. */
  queued: (row: JobRow<never>, event: Recorded) => Row;
  started?: (event: Recorded) => Partial<Row>;
  completed?: (made: Made) => Partial<Row>;
}

type Recorded = RecordedEvent<JobEvent>;

/** Creates the row of a scene's job. Films belong to no scene, so they have a separate view. */
const newRow = (event: Recorded, id: string): JobRow<never> => ({
  id,
  userId: event.metadata.ownerId,
  projectId: idOfStream(event.streamId),
  sceneId: event.data.sceneId ?? '',
  status: 'queued',
  error: null,
  createdAt: event.metadata.at,
});

/** Defines the view of a kind's jobs: queued, processing, then the first outcome, which is final. */
export function jobView<Row extends JobRow, Made>({
  kind,
  done,
  queued,
  started,
  completed,
  ...table
}: JobView<Row, Made>): View<Row, JobEvent> {
  const kinds = [kind].flat();
  const madeIn = (event: Recorded): Made | null => {
    for (const each of kinds) if (each.isCompleted(event)) return event.data;
    return null;
  };
  return {
    ...table,
    finished: { statuses: [done, 'failed'], since: 'createdAt' },
    key: 'id',
    types: kinds.flatMap((each) => JOB_STEPS.map((step) => each.type(step))),
    keys: (event) => [event.data.jobId],
    evolve(row, event, id) {
      if (isStep(event, 'Queued')) return row ?? queued(newRow(event, id), event);
      if (!row || row.status === done || row.status === 'failed') return row;
      if (isStep(event, 'Started')) return { ...row, status: 'processing', ...started?.(event) };
      const made = madeIn(event);
      if (made) return { ...row, status: done, ...completed?.(made) };
      return isStep(event, 'Failed') ? { ...row, status: 'failed', error: event.data.error } : row;
    },
  };
}

type JobsMessage = Exclude<Extract<PushMessage, { jobs: unknown }>['type'], 'filmsChanged'>;

/** Notifies clients of the status of a kind's jobs, using the view's status names. */
export function jobsPushRule(kind: JobKind, type: JobsMessage, done: string): PushRule<JobEvent> {
  const statuses = new Map<JobEvent['type'], string>([
    [kind.type('Queued'), 'queued'],
    [kind.type('Started'), 'processing'],
    [kind.type('Completed'), done],
    [kind.type('Failed'), 'failed'],
  ]);
  return {
    types: [...statuses.keys()],
    draft(event) {
      const status = statuses.get(event.type);
      const { jobId, sceneId } = event.data;
      if (status === undefined || sceneId === null) return null;
      return { type, jobs: [{ id: jobId, sceneId, projectId: idOfStream(event.streamId), status }] };
    },
  };
}
