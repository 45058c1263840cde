import type { BatchProgress } from './batch';

export const batchTotal = (progress: BatchProgress): number =>
  progress.waiting + progress.running + progress.made + progress.failed + progress.skipped + progress.cancelled;

/** Returns the number of scenes that have ended, with any outcome. */
export const batchFinished = (progress: BatchProgress): number =>
  batchTotal(progress) - progress.waiting - progress.running;

/**
 * Estimates the remaining seconds from the average time per scene. Null for a film, while nothing is running, and
 * before there is an average.
 */
export function batchSecondsLeft({ status, waiting, running, atOnce, sceneMs, steps }: BatchProgress): number | null {
  const left = waiting + running;
  // A film's steps take different times, the last step the longest.
  if (status !== 'running' || left === 0 || sceneMs === null || steps) return null;
  return Math.ceil((Math.ceil(left / Math.max(1, atOnce)) * sceneMs) / 1000);
}
