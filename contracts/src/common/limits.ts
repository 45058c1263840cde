/** Limits that both sides enforce. Lengths are in UTF-16 code units, as in the browser's maxLength. */
export const LIMITS = {
  title: 500,
  description: 10_000,
  prompt: 10_000,
  continuity: 50_000,
  story: 1_000_000,
  styleName: 200,
  styleAttributes: 5_000,
  url: 4_000,
  filename: 255,
  email: 254,
  firstName: 100,
  passwordMin: 10,
  passwordMax: 200,
  scenesPerProject: 1_000,
  projectsPerUser: 1_000,
  /** Images, and likewise videos, a scene can hold. */
  assetsPerScene: 12,
  baseSlots: 4,
  imagesPerGeneration: 4,
  durationMin: 1,
  durationMax: 30,
  jsonBodyBytes: 2 * 1024 * 1024,
} as const;

const MB = 1_048_576;
/** Bytes. Audio and style images: up to and including; a completed video: strictly under. */
export const FILE_LIMITS = {
  image: 20 * MB,
  styleImage: 10 * MB,
  video: 100 * MB,
  completedVideo: 100 * MB,
  audio: 50 * MB,
} as const;
