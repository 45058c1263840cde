/** How many faults a scenario draws: `npm test` a few of each kind, `npm run test:faults` all of them. */
export const draw = (few: number, all: number): number => (process.env.FAULT_DRAW === 'all' ? all : few);

/** Printed in the titles of the scenarios; given again, it repeats their moments. */
export const faultSeed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

/**
 * What a fault has hindered must go on by itself so soon after its end. `npm run test:faults` has the machine to itself;
 * `npm test` shares it with other suites, so that there ten seconds would measure those.
 */
export const GOES_ON_WITHIN_MS = draw(45_000, 10_000);
