import type { BatchProgress } from './batch';

export const batchTotal = (progress: BatchProgress): number =>
  progress.waiting + progress.running + progress.made + progress.failed + progress.skipped + progress.cancelled;

/** Returns the number of ended scenes, with any outcome. */
export const batchFinished = (progress: BatchProgress): number =>
  batchTotal(progress) - progress.waiting - progress.running;

/** Estimates from the ended scenes; null while there are none, and when nothing is running. */
export function batchSecondsLeft({ status, waiting, running, atOnce, sceneMs }: BatchProgress): number | null {
  const left = waiting + running;
  if (status !== 'running' || left === 0 || sceneMs === null) return null;
  return Math.ceil((Math.ceil(left / Math.max(1, atOnce)) * sceneMs) / 1000);
}
