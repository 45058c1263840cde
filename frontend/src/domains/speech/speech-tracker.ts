import type { Scene } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { browserTimers, type Timers } from '../../platform/autosave-types';
import { hasStatus } from '../../platform/api-client';
import { PollRegistry, type Verdict } from '../../platform/poll-registry';
import { onePerWindow } from '../../platform/query-client';
import { createChanges } from '../../platform/store';
import { tellFailure, toast } from '../../ui';
import { refreshMedia } from '../media/refresh-media';
import { sceneNumber } from '../scenes/scene-order';
import { SceneStarts } from '../scenes/scene-starts';
import { readScene, setSceneInCache } from '../scenes/queries';

const SPEECH_POLL_MS = 5_000;

interface Tracked {
  projectId: string;
  /** Ordered alone in this window, which says how it went; a batch speaks for its scenes. */
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

/** The scenes that are being narrated, each asked for once for the whole window. */
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

  /** A scene as it is shown: one that is being narrated is looked after, whoever has ordered it. */
  look({ id, projectId, speechStatus }: Pick<Scene, 'id' | 'projectId' | 'speechStatus'>): void {
    if (speechStatus !== 'processing') {
      this.seenAtRest.add(id);
      return;
    }
    if (this.seenAtRest.delete(id) && !this.scenes.has(id)) this.starts.seenToBegin(id);
    this.scenes.track(id, { projectId, isTold: false });
  }

  /** A push said that something changed. */
  checkNow = (sceneId: string): void => this.scenes.checkNow(sceneId);

  subscribe = this.changes.subscribe;
}

/** The window's tracker. */
export const speechTracker = onePerWindow((queryClient) => new SpeechTracker(queryClient));
