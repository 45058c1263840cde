import type { RunAsset } from '@storyreel/contracts';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { ImagesMade, SceneState, VideoMade } from '../../storyboard';

type Made = Omit<RunAsset, 'place'>;

/** What the events say was made. */
export function madeBy(events: readonly RecordedEvent[]): Made[] {
  const done = events.find(({ type }) => type.endsWith('JobCompleted'));
  const { images = [], video } = (done?.data ?? {}) as Partial<ImagesMade & VideoMade>;
  const pictures = images.map(({ slotId: id, url }) => ({ id, kind: 'image' as const, url }));
  return video ? [...pictures, { id: video.id, kind: 'video', url: video.url }] : pictures;
}

/** What of it is in its scene. By id, which a picture that was taken away and brought back has no more, or by address. */
export function placed(made: readonly Made[], scene: SceneState | null, isAside: boolean): RunAsset[] {
  const gone = isAside ? ('aside' as const) : ('removed' as const);
  return made.map((asset) => {
    const there = asset.kind === 'image' ? scene?.images : scene?.videos;
    const found = there?.find(({ id, url }) => id === asset.id || url === asset.url);
    if (!found) return { ...asset, place: gone };
    const main = asset.kind === 'image' ? scene?.mainImageId : scene?.mainVideoId;
    return { ...asset, place: main === found.id ? 'main' : 'in_scene' };
  });
}
