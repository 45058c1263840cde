import {
  changedPins,
  type FilmBlock,
  type FilmPace,
  imagesOf,
  placeAt,
  type Scene,
  type Shot,
  type ShotChange,
  type ShotPicture,
  shotsOfBlock,
  spokenScene,
  wordCuts,
} from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { tellError, tellRestored, toast } from '../../ui';
import { changeCachedScenes, changeScene, refreshScenes, setSceneInCache } from '../scenes/api';

/** A shot as the timeline shows it. A clip and its last frame, without a cut between them, count as one shot. */
export interface TimelineShot {
  from: number;
  to: number;
  isPinned: boolean;
  picture: ShotPicture;
  /** Words spoken during the shot. */
  words: string;
}

const pictureOf = (shot: Shot, images: readonly string[]): ShotPicture =>
  shot.kind === 'image' ? { kind: 'image', url: images[shot.image] ?? '' } : { kind: 'clip' };

/** Lists the shots of a scene. */
export function timelineShots(block: FilmBlock, pace: FilmPace | undefined): TimelineShot[] {
  const images = imagesOf(block);
  const { words } = spokenScene(block);
  const shots: TimelineShot[] = [];
  for (const shot of shotsOfBlock(block, pace)) {
    const last = shots.at(-1);
    if (shot.kind === 'last-frame' && shot.continues && last?.picture.kind === 'clip') last.to = shot.to;
    else {
      const { from, to, isPinned } = shot;
      shots.push({ from, to, isPinned, picture: pictureOf(shot, images), words: '' });
    }
  }
  const cuts = wordCuts({ seconds: block.seconds, words });
  for (const shot of shots) {
    // A word belongs to the shot in which it ends.
    const spoken = words.filter((_, index) => {
      const end = cuts[index] ?? block.seconds;
      return end > shot.from + 0.01 && end <= shot.to + 0.01;
    });
    shot.words = spoken
      .map(({ text, spaced }) => (spaced ? ` ${text}` : text))
      .join('')
      .trim();
  }
  return shots;
}

/** Minimum seconds of a shot, and of the neighbour that becomes shorter when the shot grows. */
const LEAST_SECONDS = 0.6;
const STEP_SECONDS = 0.5;
/** Minimum seconds by which a press moves a cut, so that the effect is visible. */
const LEAST_STEP = 0.25;

/** Returns the next time for a cut: the next place between two words, or half a second further where nobody speaks. */
function nextCut(block: FilmBlock, cut: number, direction: 1 | -1): number {
  const places = wordCuts(spokenScene(block));
  if (places.length === 0) return Math.round((cut + direction * STEP_SECONDS) * 10) / 10;
  const further = places.filter((place) => (place - cut) * direction >= LEAST_STEP);
  return (direction > 0 ? further[0] : further.at(-1)) ?? (direction > 0 ? block.seconds : 0);
}

type Pinning = Extract<ShotChange, { pin: object }>['action'];

function pinOf(block: FilmBlock, action: Pinning, shot: Pick<TimelineShot, 'from' | 'to' | 'picture'>): ShotChange {
  const scene = spokenScene(block);
  const [from, to] = [placeAt(shot.from, scene), placeAt(shot.to, scene)];
  return { action, pin: { from, to, picture: shot.picture } };
}

export const swapped = (block: FilmBlock, shot: TimelineShot, picture: ShotPicture): ShotChange =>
  pinOf(block, 'swap', { ...shot, picture });

/** Returns the change that pins a shot as it is now, or removes its pin. */
export const pinToggled = (block: FilmBlock, shot: TimelineShot): ShotChange =>
  shot.isPinned ? { action: 'unpin', from: placeAt(shot.from, spokenScene(block)) } : pinOf(block, 'pin', shot);

/**
 * Returns the change that gives a shot's time to the preceding shot or, for the first shot, to the next one; null for a
 * scene's only shot.
 */
export function removed(block: FilmBlock, shots: readonly TimelineShot[], at: number): ShotChange | null {
  const [before, shot, after] = [shots[at - 1], shots[at], shots[at + 1]];
  if (!shot) return null;
  if (before) return pinOf(block, 'remove', { ...before, to: shot.to });
  return after ? pinOf(block, 'remove', { ...after, from: shot.from }) : null;
}

/**
 * Returns the change that moves the end of a shot or, for a scene's last shot, its beginning; null when that is
 * impossible.
 */
export function trimmed(
  block: FilmBlock,
  shots: readonly TimelineShot[],
  at: number,
  direction: 1 | -1,
): ShotChange | null {
  const [before, shot, after] = [shots[at - 1], shots[at], shots[at + 1]];
  if (!shot || (!before && !after)) return null;
  const { from, to } = after
    ? { from: shot.from, to: nextCut(block, shot.to, direction) }
    : { from: nextCut(block, shot.from, direction === 1 ? -1 : 1), to: shot.to };
  const rest = after ? after.to - to : from - (before?.from ?? 0);
  return to - from < LEAST_SECONDS || rest < LEAST_SECONDS ? null : pinOf(block, 'trim', { ...shot, from, to });
}

const TOLD: Record<ShotChange['action'], string> = {
  swap: 'Image of the shot changed',
  trim: 'Shot trimmed',
  pin: 'Shot pinned',
  remove: 'Shot removed',
  unpin: 'Shot no longer pinned',
  reset: 'Shots reset',
};

/** Number of requests in flight for each scene, so that an earlier response does not undo a later change on screen. */
const pending = new Map<string, number>();

/** Changes a scene's shots, on screen at once, and offers to undo the change. Never rejects. */
export async function changeShots(
  queryClient: QueryClient,
  scene: Scene,
  block: FilmBlock,
  change: ShotChange,
): Promise<void> {
  const { id, projectId } = scene;
  const pins = (now: Scene) => changedPins(now.shotPins, change, spokenScene(block));
  changeCachedScenes(
    queryClient,
    projectId,
    changeScene(id, (now) => ({ ...now, shotPins: pins(now) })),
  );
  pending.set(id, (pending.get(id) ?? 0) + 1);
  try {
    const changed = await apiRequest(
      'POST',
      `/api/scenes/${id}/shots`,
      { change },
      { schema: lazySchema('sceneSchema') },
    );
    if (pending.get(id) === 1) setSceneInCache(queryClient, changed);
    const undo = () => restoreShots(queryClient, changed);
    // Only the newest change can be undone.
    if (pending.get(id) === 1) toast({ title: TOLD[change.action], undo, undoOf: `shots/${id}` });
  } catch (error) {
    tellError("Couldn't change the shot", error);
    await refreshScenes(queryClient, projectId);
  } finally {
    pending.set(id, (pending.get(id) ?? 1) - 1);
  }
}

const restoreShots = (queryClient: QueryClient, { id, revision }: Scene): Promise<void> =>
  tellRestored('the shots', async () => {
    const schema = lazySchema('sceneSchema');
    setSceneInCache(queryClient, await apiRequest('POST', `/api/scenes/${id}/shots/restore`, { revision }, { schema }));
    return { title: 'Shots restored' };
  });
