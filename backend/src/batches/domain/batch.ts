import { cutText, FILM_STEPS, toZaps } from '@storyreel/contracts';
import type {
  BatchKind,
  BatchPause,
  BatchProgress,
  BatchSceneStatus,
  BatchStatus,
  ClipChoice,
  FilmQuality,
  FilmStep,
  FilmStepProgress,
} from '@storyreel/contracts';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { withEntries } from '../../eventsourcing/domain/aggregate';
import type { Aggregate, Environment, FoldContext } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { notFound } from '../../lib/domain-error';
import type { SceneStep } from './plan-film';

export interface LeftOut {
  sceneId: string;
  /** The step, in batches of a film. */
  step?: FilmStep;
  /** Message shown to the user. */
  message: string;
}

/** The request for a film from a story, or for a refresh: one batch contains all steps. */
export interface AskedFilm {
  quality: FilmQuality;
  /** Planned length, by which the film is priced. */
  seconds: number;
  /** Items to make: ids of scenes, or the project's id for work on the whole project. */
  items: { step: FilmStep; ids: string[] }[];
  /** Steps for each scene of a story that is not split yet, and the maximum number of scenes. */
  perScene: SceneStep[];
  mostScenes: number;
  /** Maximum number of scenes that each step may have under way at once. */
  atOnce: Partial<Record<FilmStep, number>>;
}

/** The request that a batch was started with. */
export interface BatchAsked {
  projectId: string;
  kind: BatchKind;
  /** Ids of scenes in the order in which they are generated. */
  sceneIds: string[];
  /** Requested scenes that could not be generated from the start. */
  leftOut: LeftOut[];
  clips: ClipChoice | null;
  /** The film; only in batches that make or refresh one. */
  film?: AskedFilm;
  atOnce: number;
  /** Price agreed at the start, in ledger units. By resuming, the owner can agree to a higher price. */
  units: number;
  /** Hash of the request: distinguishes a repeat from a different request with the same idempotency key. */
  requestHash: string;
}

/** One attempt at a scene. Its job, or its text request, has the id `workId`. */
export interface SceneTry {
  /** Id of the scene, or of the project for a step of the whole project. */
  sceneId: string;
  /** The step, in batches of a film. */
  step?: FilmStep;
  /** Number of the attempt, from 1; each attempt at a scene has its own job. */
  attempt: number;
  workId: string;
}

export type SceneOutcome = 'made' | 'failed' | 'skipped' | 'cancelled';

interface BatchSteps {
  BatchStarted: BatchAsked;
  BatchPaused: { pause: BatchPause };
  /** `units`: the total price that the owner agrees to from now on. */
  BatchResumed: { units: number };
  BatchCancelled: object;
  /** The owner asked for another attempt at the failed scenes. */
  BatchRetried: object;
  BatchSceneStarted: SceneTry & { kind: BatchKind; projectId: string };
  /** The owner changed the film's quality and accepted this total price. */
  BatchChanged: { quality: FilmQuality; units: number };
  /** The attempt ended without a result and had reserved nothing, so the scene waits again. */
  BatchScenePutBack: SceneTry;
  /** `units`: its cost. `error`: shown to the user. `sceneIds`: the scenes that a story was split into. */
  BatchSceneEnded: SceneTry & { outcome: SceneOutcome; error: string | null; units: number; sceneIds?: string[] };
  BatchEnded: object;
}

/** An event as decided, without the progress that is added to the stored event for its readers. */
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
  'BatchChanged',
  'BatchSceneStarted',
  'BatchScenePutBack',
  'BatchSceneEnded',
  'BatchEnded',
];

export interface BatchScene {
  status: BatchSceneStatus;
  attempt: number;
  workId: string | null;
  /** Time of the newest attempt, in ISO 8601. */
  at: string;
  message: string | null;
}

/** State of a batch: several scenes of a project that are generated one after the other, or a few at a time. */
export interface BatchState {
  ownerId: string;
  status: BatchStatus | 'none';
  isOver: boolean;
  asked: BatchAsked | null;
  /** Scenes by id, in the batch's order; in a film, by step and id (`keyOf`). */
  scenes: Readonly<Record<string, BatchScene>>;
  pause: BatchPause | null;
  /** Ledger units: the agreed price, and the units spent. */
  units: number;
  spentUnits: number;
  /** Number of scenes that were generated or have failed, and the total time that they took. */
  timed: { scenes: number; ms: number };
  /** ISO 8601 */
  startedAt: string;
  endedAt: string | null;
  /** Number of restarts with failed scenes. */
  retries: number;
  /** Ids of the newest accepted commands that begin work, by which repeats are recognised. */
  done: readonly string[];
}

const REMEMBERED = 20;
/** Maximum characters of a stored message; small, since a thousand scenes may fail. */
const MESSAGE = 300;

export const shortened = (message: string): string => cutText(message, MESSAGE);

const ENDED: Record<SceneOutcome, BatchSceneStatus> = {
  made: 'made',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
};

/**
 * Returns the key of an item in its batch. Batches of a film have several steps per scene, so their keys include the
 * step.
 */
export const keyOf = ({ step, sceneId }: Pick<SceneTry, 'step' | 'sceneId'>): string =>
  step === undefined ? sceneId : `${step}/${sceneId}`;

export function itemOf(key: string): Pick<SceneTry, 'step' | 'sceneId'> {
  const [step, sceneId] = key.split('/');
  return sceneId === undefined ? { sceneId: key } : { step: step as FilmStep, sceneId };
}

const waiting: BatchScene = { status: 'waiting', attempt: 0, workId: null, at: '', message: null };

function scenesOf({ sceneIds, leftOut, film }: BatchAsked): BatchState['scenes'] {
  if (film) {
    const keys = film.items.flatMap(({ step, ids }) => ids.map((sceneId) => keyOf({ step, sceneId })));
    return Object.fromEntries(keys.map((key) => [key, waiting]));
  }
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

/** Adds the steps for the scenes that a story was split into; a cancelled batch gets none. */
function withFound({ asked, status, scenes }: BatchState, sceneIds: readonly string[] = []): BatchState['scenes'] {
  if (!asked?.film || status === 'cancelled') return scenes;
  const keys = asked.film.perScene.flatMap((step) => sceneIds.map((sceneId) => keyOf({ step, sceneId })));
  return { ...scenes, ...Object.fromEntries(keys.map((key) => [key, waiting])) };
}

/**
 * Makes failed items wait again. In a film, also resets skipped items and the film itself, which was made without them.
 */
function retried({ asked, scenes }: BatchState): BatchState['scenes'] {
  const again = every(scenes, 'failed', { status: 'waiting', message: null });
  if (!asked?.film) return again;
  const all = every(again, 'skipped', { status: 'waiting', message: null });
  const film = keyOf({ step: 'film', sceneId: asked.projectId });
  return all[film] ? { ...all, [film]: { ...all[film], status: 'waiting', message: null } } : all;
}

type Folding = Pick<FoldContext, 'at' | 'unshared'>;

const withScene = (
  state: BatchState,
  of: Pick<SceneTry, 'step' | 'sceneId'>,
  changes: Partial<BatchScene>,
  { unshared }: Folding,
): BatchState => {
  const key = keyOf(of);
  const changed = [[key, { ...(state.scenes[key] ?? waiting), ...changes }] as const];
  return { ...state, scenes: withEntries(state.scenes, changed, unshared) };
};

/** @param step an event, whether stored or about to be stored */
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
      const retries = state.retries + 1;
      const begun = { status: 'running', isOver: false, endedAt: null, pause: null } as const;
      return { ...state, ...begun, scenes: retried(state), retries };
    }
    case 'BatchChanged': {
      const { quality, units } = step.data;
      const { asked } = state;
      return asked?.film ? { ...state, units, asked: { ...asked, film: { ...asked.film, quality } } } : state;
    }
    case 'BatchSceneStarted': {
      const { attempt, workId } = step.data;
      return withScene(state, step.data, { status: 'running', attempt, workId, at }, folding);
    }
    case 'BatchScenePutBack':
      return withScene(state, step.data, { status: 'waiting', workId: null }, folding);
    case 'BatchSceneEnded': {
      const { outcome, error, units, sceneIds } = step.data;
      const ms = Math.max(0, Date.parse(at) - Date.parse(state.scenes[keyOf(step.data)]?.at ?? at));
      const isTimed = outcome === 'made' || outcome === 'failed';
      const timed = isTimed ? { scenes: state.timed.scenes + 1, ms: state.timed.ms + ms } : state.timed;
      const spentUnits = state.spentUnits + units;
      const ended = withScene(
        { ...state, timed, spentUnits },
        step.data,
        { status: ENDED[outcome], message: error },
        folding,
      );
      return sceneIds ? { ...ended, scenes: withFound(ended, sceneIds) } : ended;
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

/** Returns the steps for scenes that are still unknown, because the story is not split yet. */
function expected({ asked, scenes }: BatchState): { steps: readonly SceneStep[]; count: number } {
  const split = asked?.film && scenes[keyOf({ step: 'scenes', sceneId: asked.projectId })];
  const isOpen = split?.status === 'waiting' || split?.status === 'running';
  return isOpen ? { steps: asked?.film?.perScene ?? [], count: asked?.film?.mostScenes ?? 0 } : { steps: [], count: 0 };
}

function stepsOf(state: BatchState): FilmStepProgress[] {
  const { steps, count } = expected(state);
  const all = Object.entries(state.scenes).map(([key, { status }]) => ({ step: itemOf(key).step, status }));
  return FILM_STEPS.flatMap((step) => {
    const of = all.filter((one) => one.step === step);
    const total = steps.some((one) => one === step) ? count : of.length;
    if (total === 0) return [];
    const made = of.filter(({ status }) => status === 'made').length;
    const missing = of.filter(({ status }) => ['failed', 'skipped', 'cancelled'].includes(status)).length;
    return [{ step, total, made, missing, running: of.some(({ status }) => status === 'running') }];
  });
}

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
  const unknown = expected(state);
  counts.waiting += unknown.steps.length * unknown.count;
  return {
    status: status === 'none' ? 'running' : status,
    isOver,
    ...counts,
    atOnce: asked?.atOnce ?? 1,
    sceneMs: timed.scenes === 0 ? null : Math.round(timed.ms / timed.scenes),
    zaps: toZaps(units),
    spentZaps: toZaps(spentUnits),
    ...(asked?.film && { steps: stepsOf(state) }),
  };
}

/** @throws DomainError not_found for a missing batch, and for another user's batch */
export function ownedBatch(state: BatchState, { ownerId }: Pick<Environment, 'ownerId'>): BatchState {
  if (state.status === 'none' || state.ownerId !== ownerId) throw notFound();
  return state;
}

export const wasDone = (state: BatchState, { commandId }: Pick<CommandContext, 'commandId'>): boolean =>
  state.done.includes(commandId);
