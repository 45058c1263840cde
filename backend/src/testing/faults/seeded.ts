/** Mulberry32: returns repeatable random numbers from 0 up to 1 for a printed seed. */
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

/** Waits for a random moment at which a fault strikes: the only place where tests wait for time to pass. */
export const atRandomMoment = (random: () => number, fromMs: number, toMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, fromMs + random() * (toMs - fromMs)));
