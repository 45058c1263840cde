import { LIMITS, NEW_SCENE, validDuration } from '@storyreel/contracts';

/** A typed duration as the model takes it: 1 to 30 seconds, 5 when it is no number, 6 or 10 for hailuo-02. */
export function parseDuration(modelId: string, text: string): number {
  const typed = Number(text);
  const seconds = text.trim() === '' || !Number.isFinite(typed) ? NEW_SCENE.duration : typed;
  return validDuration(modelId, Math.min(LIMITS.durationMax, Math.max(LIMITS.durationMin, seconds)));
}
