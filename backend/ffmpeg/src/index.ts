export { type CameraMove, type CameraReach, zoompan } from './camera-path';
export { findFfmpeg, isExecutable } from './find-ffmpeg';
export {
  FfmpegFailure,
  limitedCommand,
  type ProcessLimits,
  type FfmpegRun,
  runFfmpeg,
  type Trouble,
  troubleOf,
  threadCount,
} from './run-ffmpeg';
export { WAV_HEADER_BYTES, wavHeader } from './wav-header';
export { IncompleteFile, requireWhole, isWholeMov } from './require-whole';
