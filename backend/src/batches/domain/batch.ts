import {
  type BatchKind,
  type BatchPause,
  type BatchSceneStatus,
  type BatchStatus,
  cutText,
} from '@storyreel/contracts';
import type { Aggregate, FoldContext } from '../../platform/domain/aggregate';
import { withEntries } from '../../platform/domain/with-entries';
import type { BatchAsked, BatchEvent, BatchStep, SceneOutcome } from './batch-events';

export interface BatchScene {
  status: BatchSceneStatus;
  attempt: number;
  workId: string | null;
  /** ISO 8601, of the newest try. */
  at: string;
  message: string | null;
}

/** Several scenes of a project that are made one after the other, or a few at a time. */
export interface BatchState {
  ownerId: string;
  status: BatchStatus | 'none';
  isOver: boolean;
  asked: BatchAsked | null;
  /** By id, in the batch's order. */
  scenes: Readonly<Record<string, BatchScene>>;
  pause: BatchPause | null;
  /** Ledger units: what was agreed to, and what of it is spent. */
  units: number;
  spentUnits: number;
  /** Of the scenes that were made or have failed. */
  timed: { scenes: number; ms: number };
  /** ISO 8601 */
  startedAt: string;
  endedAt: string | null;
  /** How often it has begun again with what failed. */
  retries: number;
  /** Commands that begin something and were taken: what comes again does nothing. The newest ones. */
  done: readonly string[];
}

const REMEMBERED = 20;
/** Characters of a message that is kept: a thousand scenes may fail. */
const MESSAGE = 300;

export const shortened = (message: string): string => cutText(message, MESSAGE);

const ENDED: Record<SceneOutcome, BatchSceneStatus> = {
  made: 'made',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
};

const waiting: BatchScene = { status: 'waiting', attempt: 0, workId: null, at: '', message: null };

function scenesOf({ sceneIds, leftOut }: BatchAsked): BatchState['scenes'] {
  const skipped = leftOut.map(({ sceneId, message }) => [sceneId, { ...waiting, status: 'skipped', message }] as const);
  return Object.fromEntries([...sceneIds.map((id) => [id, waiting] as const), ...skipped]);
}

const every = (
  scenes: BatchState['scenes'],
  from: BatchSceneStatus,
  changes: Partial<BatchScene>,
): BatchState['scenes'] =>
  Object.fromEntries(
    Object.entries(scenes).map(([id, scene]) => [id, scene.status === from ? { ...scene, ...changes } : scene]),
  );

type Folding = Pick<FoldContext, 'at' | 'unshared'>;

const withScene = (
  state: BatchState,
  sceneId: string,
  changes: Partial<BatchScene>,
  { unshared }: Folding,
): BatchState => {
  const changed = [[sceneId, { ...(state.scenes[sceneId] ?? waiting), ...changes }] as const];
  return { ...state, scenes: withEntries(state.scenes, changed, unshared) };
};

/** @param step an event, or what is going to be one */
export function afterStep(state: BatchState, step: BatchStep, folding: Folding): BatchState {
  const { at } = folding;
  switch (step.type) {
    case 'BatchStarted':
      return { ...state, status: 'running', asked: step.data, scenes: scenesOf(step.data), units: step.data.units };
    case 'BatchPaused':
      return { ...state, status: 'paused', pause: step.data.pause };
    case 'BatchResumed':
      return { ...state, status: 'running', pause: null, units: step.data.units };
    case 'BatchCancelled':
      return {
        ...state,
        status: 'cancelled',
        pause: null,
        scenes: every(state.scenes, 'waiting', { status: 'cancelled' }),
      };
    case 'BatchRetried': {
      const scenes = every(state.scenes, 'failed', { status: 'waiting', message: null });
      const retries = state.retries + 1;
      return { ...state, status: 'running', isOver: false, endedAt: null, pause: null, scenes, retries };
    }
    case 'BatchSceneStarted': {
      const { sceneId, attempt, workId } = step.data;
      return withScene(state, sceneId, { status: 'running', attempt, workId, at }, folding);
    }
    case 'BatchScenePutBack':
      return withScene(state, step.data.sceneId, { status: 'waiting', workId: null }, folding);
    case 'BatchSceneEnded': {
      const { sceneId, outcome, error, units } = step.data;
      const ms = Math.max(0, Date.parse(at) - Date.parse(state.scenes[sceneId]?.at ?? at));
      const isTimed = outcome === 'made' || outcome === 'failed';
      const timed = isTimed ? { scenes: state.timed.scenes + 1, ms: state.timed.ms + ms } : state.timed;
      const ended = { ...state, timed, spentUnits: state.spentUnits + units };
      return withScene(ended, sceneId, { status: ENDED[outcome], message: error }, folding);
    }
    case 'BatchEnded':
      return {
        ...state,
        status: state.status === 'cancelled' ? 'cancelled' : 'ended',
        pause: null,
        isOver: true,
        endedAt: at,
      };
    default:
      return step satisfies never;
  }
}

/** Stream `batch-<id>`. */
export const batchAggregate: Aggregate<BatchState, BatchEvent> = {
  category: 'batch',
  initial: {
    ownerId: '',
    status: 'none',
    isOver: false,
    asked: null,
    scenes: {},
    pause: null,
    units: 0,
    spentUnits: 0,
    timed: { scenes: 0, ms: 0 },
    startedAt: '',
    endedAt: null,
    retries: 0,
    done: [],
  },
  evolve(state, event, { at, ownerId, commandId, unshared }) {
    const begins = event.type === 'BatchResumed' || event.type === 'BatchRetried';
    const done = begins ? [...state.done, commandId].slice(-REMEMBERED) : state.done;
    const known = state.status === 'none' ? { ...state, ownerId, startedAt: at } : state;
    return { ...afterStep(known, event, { at, unshared }), done };
  },
};

export const kindOfBatch = (state: BatchState): BatchKind => {
  if (!state.asked) throw new Error('A batch that was not started has no kind');
  return state.asked.kind;
};
