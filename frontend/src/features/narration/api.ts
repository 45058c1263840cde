import type { GenerateSpeechRequest, PushMessage, Scene, SpeakerVoice, SpeechVoices } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { browserTimers } from '../../platform/autosave/autosave-types';
import type { Timers } from '../../platform/autosave/autosave-types';
import { getQueryFn, onePerWindow } from '../../platform/cache/query-client';
import { apiRequest, hasStatus } from '../../platform/http/api-client';
import { reasonOf, requireSaved } from '../../platform/http/failures';
import { idempotencyKeys } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { PollRegistry } from '../../platform/realtime/poll-registry';
import type { Verdict } from '../../platform/realtime/poll-registry';
import { createChanges } from '../../platform/store';
import { tellFailure, toast } from '../../ui';
import { refreshMedia } from '../pictures/api';
import { flushProject } from '../projects/useProjectAutosave';
import { readScene, sceneNumber, setSceneInCache } from '../scenes/api';
import { SceneStarts } from '../scenes/scene-starts';
import { flushScene } from '../scenes/useSceneAutosave';

export const speechKeys = { voices: ['/api/speech/voices'] as const };

/** Reads the available voices and their provider. */
export const useSpeechVoices = () =>
  useQuery<SpeechVoices>({ queryKey: speechKeys.voices, queryFn: getQueryFn(lazySchema('speechVoicesSchema')) });

/** Returns the address of a voice sample, for the page's player. */
export const sampleUrl = (voice: string, speed: number): string =>
  `/api/speech/sample?${new URLSearchParams({ voice, speed: String(speed) }).toString()}`;

const generateSpeech = (request: GenerateSpeechRequest) =>
  apiRequest('POST', '/api/generate-speech', request, { schema: lazySchema('generateSpeechResponseSchema') });

const SPEECH_POLL_MS = 5_000;

interface Tracked {
  projectId: string;
  /**
   * True if the outcome has to be announced, because the narration of this scene alone was started in this window. A
   * batch announces its own scenes.
   */
  isTold: boolean;
}

function announce(scene: Scene): void {
  const number = sceneNumber(scene);
  if (scene.speechStatus === 'failed') {
    tellFailure('Narration failed', scene.speechError ?? `Scene ${number} couldn't be narrated. Please try again.`);
  } else if (scene.speechStatus === 'complete') {
    toast({ title: 'Narration ready', description: `Scene ${number} is ready to play.` });
  }
}

async function poll(queryClient: QueryClient, sceneId: string, { projectId, isTold }: Tracked): Promise<Verdict> {
  let scene: Scene;
  try {
    scene = await readScene(sceneId);
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    return 'done';
  }
  setSceneInCache(queryClient, scene);
  if (scene.speechStatus === 'processing') return 'again';
  await refreshMedia(queryClient, projectId);
  if (isTold) announce(scene);
  return 'done';
}

/** Tracks the scenes that are being narrated, each polled once per window. */
class SpeechTracker {
  private readonly scenes: PollRegistry<Tracked>;
  private readonly seenAtRest = new Set<string>();
  private readonly changes = createChanges();
  readonly starts: SceneStarts;

  constructor(queryClient: QueryClient, timers: Timers = browserTimers) {
    this.starts = new SceneStarts(timers, this.changes.announce);
    this.scenes = new PollRegistry({
      intervalMs: SPEECH_POLL_MS,
      timers,
      poll: (sceneId, tracked) => poll(queryClient, sceneId, tracked),
    });
  }

  started({ id, projectId }: Pick<Scene, 'id' | 'projectId'>): void {
    this.scenes.stop(id);
    this.scenes.track(id, { projectId, isTold: true });
  }

  /** Tracks a scene on screen while it is being narrated, whichever window has started that. */
  look({ id, projectId, speechStatus }: Pick<Scene, 'id' | 'projectId' | 'speechStatus'>): void {
    if (speechStatus !== 'processing') {
      this.seenAtRest.add(id);
      return;
    }
    if (this.seenAtRest.delete(id) && !this.scenes.has(id)) this.starts.seenToBegin(id);
    this.scenes.track(id, { projectId, isTold: false });
  }

  /** Polls at once after a push. */
  checkNow = (sceneId: string): void => this.scenes.checkNow(sceneId);

  subscribe = this.changes.subscribe;
}

/** The tracker of this window. */
export const speechTracker = onePerWindow((queryClient) => new SpeechTracker(queryClient));

/**
 * Starts a scene's narration, unless a start is already in progress. Never rejects.
 * @param spoken the words and the voice; the same words and voice make the same request, with the same idempotency key
 */
export async function startSpeech(
  queryClient: QueryClient,
  scene: Scene,
  spoken: { words: string; voice: SpeakerVoice | null },
): Promise<void> {
  const tracker = speechTracker(queryClient);
  if (!tracker.starts.begin(scene.id)) return;
  try {
    requireSaved(await flushScene(scene.id), await flushProject(scene.projectId));
    await idempotencyKeys.once(`speech/${scene.id}`, spoken, (idempotencyKey) =>
      generateSpeech({ sceneId: scene.id, idempotencyKey }),
    );
    tracker.started(scene);
  } catch (error) {
    // Not an error: another window, or a click whose response was lost, has already started the narration.
    if (hasStatus(error, 409)) toast({ title: 'This scene is already being narrated', description: reasonOf(error) });
    else tellFailure('Narration failed', reasonOf(error) ?? 'Please try again.');
  }
  await refreshMedia(queryClient, scene.projectId);
  tracker.starts.end(scene.id);
}

/** Polls a changed narration at once, without waiting for the interval. The scene itself arrives with scenesChanged. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type !== 'speechJobsChanged') return;
  for (const { sceneId } of message.jobs) speechTracker(queryClient).checkNow(sceneId);
}
