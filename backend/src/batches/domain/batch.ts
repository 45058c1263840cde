import { cutText, toZaps } from '@storyreel/contracts';
import type {
  BatchKind,
  BatchPause,
  BatchProgress,
  BatchSceneStatus,
  BatchStatus,
  ClipChoice,
} from '@storyreel/contracts';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { withEntries } from '../../eventsourcing/domain/aggregate';
import type { Aggregate, Environment, FoldContext } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { notFound } from '../../lib/domain-error';

export interface LeftOut {
  sceneId: string;
  /** Shown to the user. */
  message: string;
}

/** The request that a batch was started with. */
export interface BatchAsked {
  projectId: string;
  kind: BatchKind;
  /** In the order of generation. */
  sceneIds: string[];
  /** Requested scenes that could not be generated from the start. */
  leftOut: LeftOut[];
  clips: ClipChoice | null;
  atOnce: number;
  /** Ledger units: the price agreed at the start. Resuming can agree to a higher one. */
  units: number;
  /** Hash of the request: distinguishes a repeat from a different request with the same idempotency key. */
  requestHash: string;
}

/** One attempt at a scene. Its job, or its text request, has the id `workId`. */
export interface SceneTry {
  sceneId: string;
  /** Counts from 1; each attempt at a scene has its own job. */
  attempt: number;
  workId: string;
}

export type SceneOutcome = 'made' | 'failed' | 'skipped' | 'cancelled';

interface BatchSteps {
  BatchStarted: BatchAsked;
  BatchPaused: { pause: BatchPause };
  /** `units`: the total price that the owner agrees to from here on. */
  BatchResumed: { units: number };
  BatchCancelled: object;
  /** The failed scenes are to be retried. */
  BatchRetried: object;
  BatchSceneStarted: SceneTry & { kind: BatchKind; projectId: string };
  /** The attempt had no result and reserved nothing: the scene waits again. */
  BatchScenePutBack: SceneTry;
  /** `units`: its cost. `error`: shown to the user. */
  BatchSceneEnded: SceneTry & { outcome: SceneOutcome; error: string | null; units: number };
  BatchEnded: object;
}

/** An event as decided, without the progress that the stored event carries for its readers. */
export type BatchStep = { [Type in keyof BatchSteps]: { type: Type; data: BatchSteps[Type] } }[keyof BatchSteps];
export type BatchEvent = {
  [Type in keyof BatchSteps]: DomainEvent<Type, BatchSteps[Type] & { projectId: string; progress: BatchProgress }>;
}[keyof BatchSteps];
export type BatchEventOf<Type extends BatchEvent['type']> = Extract<BatchEvent, { type: Type }>;

export const BATCH_EVENT_TYPES: readonly BatchEvent['type'][] = [
  'BatchStarted',
  'BatchPaused',
  'BatchResumed',
  'BatchCancelled',
  'BatchRetried',
  'BatchSceneStarted',
  'BatchScenePutBack',
  'BatchSceneEnded',
  'BatchEnded',
];

export interface BatchScene {
  status: BatchSceneStatus;
  attempt: number;
  workId: string | null;
  /** ISO 8601, of the newest attempt. */
  at: string;
  message: string | null;
}

/** Several scenes of a project that are generated one after the other, or a few at a time. */
export interface BatchState {
  ownerId: string;
  status: BatchStatus | 'none';
  isOver: boolean;
  asked: BatchAsked | null;
  /** By scene id, in the batch's order. */
  scenes: Readonly<Record<string, BatchScene>>;
  pause: BatchPause | null;
  /** Ledger units: agreed, and spent. */
  units: number;
  spentUnits: number;
  /** Total time of scenes that were generated or have failed. */
  timed: { scenes: number; ms: number };
  /** ISO 8601 */
  startedAt: string;
  endedAt: string | null;
  /** Number of restarts with failed scenes. */
  retries: number;
  /** The newest accepted commands that begin work: a repeat does nothing. */
  done: readonly string[];
}

const REMEMBERED = 20;
/** Maximum characters of a stored message: a thousand scenes may fail. */
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

/** @param step an event, or an event about to be stored */
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

/** Returns the progress of a batch. */
export function progressOf(state: BatchState): BatchProgress {
  const { status, isOver, asked, timed, units, spentUnits } = state;
  const counts: Record<BatchSceneStatus, number> = {
    waiting: 0,
    running: 0,
    made: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
  };
  for (const scene of Object.values(state.scenes)) counts[scene.status] += 1;
  return {
    status: status === 'none' ? 'running' : status,
    isOver,
    ...counts,
    atOnce: asked?.atOnce ?? 1,
    sceneMs: timed.scenes === 0 ? null : Math.round(timed.ms / timed.scenes),
    zaps: toZaps(units),
    spentZaps: toZaps(spentUnits),
  };
}

/** @throws DomainError not_found for a missing batch and for another user's alike */
export function ownedBatch(state: BatchState, { ownerId }: Pick<Environment, 'ownerId'>): BatchState {
  if (state.status === 'none' || state.ownerId !== ownerId) throw notFound();
  return state;
}

export const wasDone = (state: BatchState, { commandId }: Pick<CommandContext, 'commandId'>): boolean =>
  state.done.includes(commandId);
