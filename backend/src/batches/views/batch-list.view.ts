import type { BatchKind, BatchPause, BatchProgress } from '@storyreel/contracts';
import { idOfStream } from '../../platform/domain/aggregate';
import { entityOf, type View } from '../../platform/views/view';
import { shortened } from '../domain/batch';
import { BATCH_EVENT_TYPES, type BatchEvent, type LeftOut } from '../domain/batch-events';

export interface BatchRow {
  id: string;
  ownerId: string;
  projectId: string;
  kind: BatchKind;
  modelId: string | null;
  isOver: boolean;
  progress: BatchProgress;
  pause: BatchPause | null;
  /** The first scenes of which nothing came. */
  problems: LeftOut[];
  startedAt: string;
  endedAt: string | null;
}

/** What a person reads; the rest is asked of the batch itself. Keeps a row small, however many scenes fail. */
export const MAX_PROBLEMS = 20;

const withProblem = (problems: readonly LeftOut[], { sceneId, message }: LeftOut): LeftOut[] =>
  [...problems.filter((problem) => problem.sceneId !== sceneId), { sceneId, message: shortened(message) }].slice(
    0,
    MAX_PROBLEMS,
  );

function changed(row: BatchRow, event: BatchEvent, at: string): Partial<BatchRow> {
  switch (event.type) {
    case 'BatchPaused':
      return { pause: event.data.pause };
    case 'BatchResumed':
    case 'BatchCancelled':
      return { pause: null };
    case 'BatchRetried':
      return { pause: null, endedAt: null };
    case 'BatchEnded':
      return { pause: null, endedAt: at };
    case 'BatchSceneStarted':
      return { problems: row.problems.filter(({ sceneId }) => sceneId !== event.data.sceneId) };
    case 'BatchSceneEnded': {
      const { sceneId, error, outcome } = event.data;
      if (error === null || outcome === 'made') return {};
      return { problems: withProblem(row.problems, { sceneId, message: error }) };
    }
    case 'BatchStarted':
    case 'BatchScenePutBack':
      return {};
    default:
      return event satisfies never;
  }
}

/** A user's batches. Each event says how far its batch is, so none has to be counted. */
export const batchListView: View<BatchRow, BatchEvent> = {
  name: 'batch_list',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    projectId: { type: 'uuid' },
    kind: { type: 'text' },
    modelId: { type: 'text', nullable: true },
    isOver: { type: 'boolean' },
    progress: { type: 'jsonb' },
    pause: { type: 'jsonb', nullable: true },
    problems: { type: 'jsonb' },
    startedAt: { type: 'text' },
    endedAt: { type: 'text', nullable: true },
  },
  key: 'id',
  indexes: [['ownerId', 'isOver', 'startedAt']],
  types: BATCH_EVENT_TYPES,
  keys: (event) => [idOfStream(event.streamId)],
  evolve(row, event, id) {
    const { ownerId, at } = event.metadata;
    const { progress } = event.data;
    if (event.type === 'BatchStarted') {
      const { projectId, kind, clips, leftOut } = event.data;
      const problems = leftOut.reduce<LeftOut[]>(withProblem, []);
      const known = { id, ownerId, projectId, kind, modelId: clips?.modelId ?? null, startedAt: at };
      return row ?? { ...known, isOver: false, progress, pause: null, problems, endedAt: null };
    }
    return row && { ...row, ...changed(row, event, at), progress, isOver: progress.isOver };
  },
};

export const batchEntity = entityOf(batchListView);
