import { LIMITS } from '@storyreel/contracts';

/** What a film may consist of. Whatever is beyond becomes a problem with words, before it costs time. */
export const FILM_LIMITS = {
  scenes: LIMITS.scenesPerFilm,
  /** Of one scene. */
  sceneSeconds: LIMITS.sceneSeconds,
  filmSeconds: LIMITS.filmSeconds,
  /** Of each scene: what it lasts beyond what was known of it when the film was ordered. */
  secondsOfRounding: 1,
  /** Of a clip, an image, a voice and the music, each. */
  inputBytes: 2_000_000_000,
  imageBytes: 50_000_000,
  captionCharacters: 10_000,
  cardCharacters: 300,
} as const;
