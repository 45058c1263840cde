/** Mulberry32: chance that a printed seed repeats. Gives numbers from 0 up to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A fault strikes at a moment of chance: the one place in tests where time itself is waited for. */
export const atRandomMoment = (random: () => number, fromMs: number, toMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, fromMs + random() * (toMs - fromMs)));
