import type { BatchKind, BatchPause, BatchProgress, ClipChoice } from '@storyreel/contracts';
import type { DomainEvent } from '../../platform/domain/domain-event';

export interface LeftOut {
  sceneId: string;
  /** For people. */
  message: string;
}

/** What a batch was started with. */
export interface BatchAsked {
  projectId: string;
  kind: BatchKind;
  /** In the order in which they are made. */
  sceneIds: string[];
  /** Scenes that were wanted too, of which nothing could be made from the first. */
  leftOut: LeftOut[];
  clips: ClipChoice | null;
  atOnce: number;
  /** Ledger units: the price that was agreed to, which the batch never passes. */
  units: number;
  /** Of the request, to tell a repeat from another one under the same key. */
  requestHash: string;
}

/** One try at a scene. Its job, or its text request, has the id `workId`. */
export interface SceneTry {
  sceneId: string;
  /** Counts from 1; a scene that is tried again has another job. */
  attempt: number;
  workId: string;
}

export type SceneOutcome = 'made' | 'failed' | 'skipped' | 'cancelled';

interface BatchSteps {
  BatchStarted: BatchAsked;
  BatchPaused: { pause: BatchPause };
  /** `units`: what its owner agrees to from here on, in all. */
  BatchResumed: { units: number };
  BatchCancelled: object;
  /** Those that failed are to be tried again. */
  BatchRetried: object;
  BatchSceneStarted: SceneTry & { kind: BatchKind; projectId: string };
  /** Nothing came of the try, and nothing was reserved: it waits again. */
  BatchScenePutBack: SceneTry;
  /** `units`: what it cost. `error`: for people. */
  BatchSceneEnded: SceneTry & { outcome: SceneOutcome; error: string | null; units: number };
  BatchEnded: object;
}

/** What is decided of an event; how far the batch is by it, its readers are told by each. */
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
