import type { BatchProgress } from './batch';

export const batchTotal = (progress: BatchProgress): number =>
  progress.waiting + progress.running + progress.made + progress.failed + progress.skipped + progress.cancelled;

/** Returns the number of ended scenes, with any outcome. */
export const batchFinished = (progress: BatchProgress): number =>
  batchTotal(progress) - progress.waiting - progress.running;

/**
 * Estimates the remaining seconds from the average time per scene; null while there is no average, when nothing is
 * running, and for a film.
 */
export function batchSecondsLeft({ status, waiting, running, atOnce, sceneMs, steps }: BatchProgress): number | null {
  const left = waiting + running;
  // The steps of a film take different times, the last one longest.
  if (status !== 'running' || left === 0 || sceneMs === null || steps) return null;
  return Math.ceil((Math.ceil(left / Math.max(1, atOnce)) * sceneMs) / 1000);
}
