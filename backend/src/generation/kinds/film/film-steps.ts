import type { FilmProgress } from '../../../film';

/** The share of the time that each step begins and ends at, in the order of a render, and how people read of it. */
const STEPS: Record<FilmProgress['step'], { from: number; to: number; words: string }> = {
  prepare: { from: 0, to: 0.05, words: 'Reading the scenes' },
  sound: { from: 0.05, to: 0.1, words: 'Mixing the sound' },
  pictures: { from: 0.1, to: 0.92, words: 'Rendering the scenes' },
  join: { from: 0.92, to: 1, words: 'Putting it together' },
};

/** How much of a film is made, 0 to 1, and what is being done. */
export function shareOf({ step, done, of, scene }: FilmProgress): { progress: number; words: string } {
  const { from, to, words } = STEPS[step];
  const share = of > 0 ? Math.min(1, Math.max(0, done / of)) : 0;
  const told = scene ? `Rendering scene ${scene.number} of ${scene.of}` : words;
  return { progress: from + (to - from) * share, words: told };
}
