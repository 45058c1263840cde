import { LEAD_SECONDS, type Phrase, phrasesOf } from '@storyreel/contracts';
import { type CaptionLook, captionLook, measureFor } from './caption-look';
import type { FilmPicture } from './film-pictures';
import type { FilmPlan } from './film-plan';
import { FPS, frameSize } from './frame-size';

export interface SceneCaptions {
  look: CaptionLook;
  phrases: Phrase[];
}

/** What is said in a scene, cut into what fits on the screen at once; null when nobody speaks. */
export function captionsOf(plan: FilmPlan, picture: FilmPicture): SceneCaptions | null {
  const speech = picture.kind === 'scene' ? picture.prepared.speech : null;
  if (!speech || speech.text === '') return null;
  const look = captionLook(frameSize(plan.format, plan.quality), plan.captions.platform);
  const phrases = phrasesOf(speech.text, speech.seconds, measureFor(look, speech.text));
  return phrases.length > 0 ? { look, phrases } : null;
}

/** Those phrases of a scene that are shown in a shot of it; null when nothing is. */
export function captionsBetween(
  captions: SceneCaptions | null,
  fromFrame: number,
  frames: number,
): SceneCaptions | null {
  const [from, to] = [fromFrame, fromFrame + frames].map((frame) => frame / FPS - LEAD_SECONDS);
  const phrases = captions?.phrases.filter((phrase) => phrase.to > (from ?? 0) && phrase.from < (to ?? 0)) ?? [];
  return captions && phrases.length > 0 ? { ...captions, phrases } : null;
}
