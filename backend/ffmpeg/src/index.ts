export { type CameraMove, zoompan } from './camera-path';
export { findFfmpeg } from './find-ffmpeg';
export { FfmpegFailure } from './ffmpeg-failure';
export { findExecutable, isExecutable } from './find-executable';
export type { ProcessLimits } from './limited-command';
export { IncompleteFile, requireWhole } from './require-whole';
export { type FfmpegRun, runFfmpeg } from './run-ffmpeg';
export { isWholeMov } from './whole-mov';
export { type Trouble, troubleOf } from './trouble-of';
