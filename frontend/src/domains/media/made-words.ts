import type { MadeAsset, RunAsset } from '@storyreel/contracts';
import type { Tone } from '../../ui';

export type MadePlace = RunAsset['place'];

export const MADE_WORD: Record<MadeAsset['kind'], string> = {
  image: 'Image',
  video: 'Clip',
  sound: 'Narration',
  film: 'Film',
};

const MAIN: Record<MadeAsset['kind'], string> = {
  image: 'Main image',
  video: 'Main clip',
  sound: 'In use',
  film: 'Final video',
};

/** What has become of it, in a word or two. */
export function placeOf({ kind, place }: { kind: MadeAsset['kind']; place: MadePlace }): { word: string; tone: Tone } {
  if (place === 'main') return { word: MAIN[kind], tone: 'positive' };
  if (place === 'in_scene') return { word: kind === 'film' ? 'Earlier version' : 'In the scene', tone: 'neutral' };
  return place === 'aside' ? { word: 'Not kept yet', tone: 'neutral' } : { word: 'Removed', tone: 'warning' };
}
