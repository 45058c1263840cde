import { hashOf } from '../common/hash-of';
import { type FilmPace, USUAL_PACE } from './film-settings';
import type { FilmBlock } from './film-timeline';
import type { FilmFingerprint, FilmSettings } from './film';

interface FilmInputs extends Pick<FilmSettings, 'format' | 'captions' | 'captionLook' | 'titleCard' | 'endCard'> {
  blocks: readonly FilmBlock[];
  pace?: FilmPace;
  /** The film's music: an address or a name; null for none. */
  music: string | null;
}

/** Returns the fingerprint of everything that determines a film's pictures and sound, except its quality. */
export function filmFingerprint(inputs: FilmInputs): FilmFingerprint {
  const { blocks, format, captions, captionLook, titleCard, endCard, pace = USUAL_PACE, music } = inputs;
  return {
    film: {
      format: hashOf(format),
      captions: hashOf(captionLook ? [captions, captionLook] : captions),
      cards: hashOf([titleCard.trim(), endCard.trim()]),
      cuts: hashOf(pace),
      music: hashOf(music),
    },
    scenes: blocks.map(({ sceneId, picture, others = [], pins = [], speech, transition }) => ({
      sceneId,
      parts: {
        picture: hashOf([picture.kind, picture.url, picture.trimStart, picture.muted]),
        shots: hashOf([others, pins]),
        narration: hashOf(speech && [speech.url, speech.text]),
        transition: hashOf(transition),
      },
    })),
  };
}

/** The changes since a film was made. */
export interface FilmChanges {
  /** Scenes with the names of their changed parts, in the film's present order. */
  changed: { sceneId: string; parts: string[] }[];
  addedIds: string[];
  removedIds: string[];
  isReordered: boolean;
  /** Changed parts of the whole film. */
  film: string[];
}

/** Compares a film's fingerprint with that of a film made now. */
export function changesSince(before: FilmFingerprint, now: FilmFingerprint): FilmChanges {
  const then = new Map(before.scenes.map(({ sceneId, parts: had }) => [sceneId, had]));
  const ids = now.scenes.map(({ sceneId }) => sceneId);
  const kept = ids.filter((sceneId) => then.has(sceneId));
  const order = before.scenes.map(({ sceneId }) => sceneId).filter((sceneId) => ids.includes(sceneId));
  return {
    changed: now.scenes
      .map(({ sceneId, parts: has }) => ({ sceneId, parts: differing(then.get(sceneId) ?? has, has) }))
      .filter((scene) => scene.parts.length > 0),
    addedIds: ids.filter((sceneId) => !then.has(sceneId)),
    removedIds: [...then.keys()].filter((sceneId) => !ids.includes(sceneId)),
    isReordered: order.some((sceneId, index) => sceneId !== kept[index]),
    film: differing(before.film, now.film),
  };
}

const differing = (one: FilmFingerprint['film'], other: FilmFingerprint['film']): string[] =>
  Object.keys(one).filter((name) => other[name] !== undefined && other[name] !== one[name]);
