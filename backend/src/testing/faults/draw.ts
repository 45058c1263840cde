/** How many faults an `.int.spec.ts` of this folder draws: in `npm test` a few, in `npm run test:faults` all. */
export const draw = <Drawn>(few: Drawn, all: Drawn): Drawn => (process.env.FAULT_DRAW === 'all' ? all : few);

/** Printed in the titles of the scenarios; given again, it repeats their moments. */
export const faultSeed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

/**
 * What a fault has hindered must go on by itself so soon after its end. `npm run test:faults` has the machine for itself;
 * `npm test` may run beside other work, so that there ten seconds would measure that.
 */
export const GOES_ON_WITHIN_MS = draw(45_000, 10_000);
