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
