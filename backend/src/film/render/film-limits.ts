/** What a film may consist of. Whatever is beyond becomes a problem with words, before it costs time. */
export const FILM_LIMITS = {
  scenes: 200,
  /** Of one scene. */
  sceneSeconds: 180,
  filmSeconds: 1_800,
  /** Of a clip, on either side. */
  clipSide: 8_192,
  clipPixels: 8_192 * 4_320,
  /** Of a clip, an image, a voice and the music, each. */
  inputBytes: 2_000_000_000,
  imageBytes: 50_000_000,
  captionCharacters: 10_000,
  cardCharacters: 300,
} as const;
