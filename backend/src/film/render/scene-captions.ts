import { type CaptionLook, captionLook, measureFor } from './caption-look';
import type { FilmPicture } from './film-pictures';
import type { FilmPlan } from './film-plan';
import { frameSize } from './frame-size';
import { type Phrase, phrasesOf } from './phrases';

export interface SceneCaptions {
  look: CaptionLook;
  phrases: Phrase[];
}

/** What is said in a picture, cut into what fits on the screen at once; null when nobody speaks. */
export function captionsOf(plan: FilmPlan, picture: FilmPicture): SceneCaptions | null {
  const speech = picture.kind === 'scene' ? picture.prepared.speech : null;
  if (!speech || speech.text === '') return null;
  const look = captionLook(frameSize(plan.format, plan.quality), plan.captions.platform);
  const phrases = phrasesOf(speech.text, speech.seconds, measureFor(look, speech.text));
  return phrases.length > 0 ? { look, phrases } : null;
}
