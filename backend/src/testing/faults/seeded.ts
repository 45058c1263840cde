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

/**
 * Selects how many faults an `.int.spec.ts` of this folder injects: a few in `npm test`, all in `npm run test:faults`.
 */
export const draw = <Drawn>(few: Drawn, all: Drawn): Drawn => (process.env.FAULT_DRAW === 'all' ? all : few);

/** Seed of the scenarios, printed in their titles; set FAULT_SEED to it to repeat the moments of their faults. */
export const faultSeed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

/**
 * Time after the end of a fault within which work must resume by itself. `npm run test:faults` has the machine to
 * itself; `npm test` may share it, where ten seconds would measure the other work.
 */
export const GOES_ON_WITHIN_MS = draw(45_000, 10_000);
