import { availableParallelism } from 'node:os';

/** @typedef {import('./test-results.mjs').Stage} Stage */

/**
 * Schedule of the stages of `npm test`. Steps run one after the other; the lanes of a step run in parallel, since they
 * share neither a database nor a port; the stages of a lane run one after the other.
 * @type {Stage[][][]}
 */
export const PLAN = [
  // This stage runs alone: on two cores its tests of time limits fail beside two workers of `int` and their Postgres.
  [['unit']],
  [['web']],
  [['int']],
  [['e2e']],
  // Killed and hung processes have to recover within seconds, so this stage needs the machine for itself.
  [['faults']],
];

const CORES = availableParallelism();
const HALF = Math.max(1, Math.floor(CORES / 2));

/**
 * Number of workers of a stage when nothing else runs, and beside another lane. Those of `int` share one Postgres and
 * its connections. In `e2e`, pages wait for their server and the server for jobs: three browsers keep two cores busy.
 * @type {Record<Stage, { alone: number, beside: number }>}
 */
const WORKERS = {
  unit: { alone: CORES, beside: HALF },
  // Pages wait for timers and debounced saves about a sixth of the time.
  web: { alone: Math.min(CORES + 1, 6), beside: HALF },
  // Each worker waits for Postgres, jobs and child processes half of its time.
  int: { alone: Math.min(CORES + 1, 4), beside: Math.min(CORES, 4) },
  faults: { alone: 1, beside: 1 },
  e2e: { alone: 3, beside: 2 },
};

/** A stage that takes longer is hanging; it is killed and counts as failed. */
export const STAGE_TIMEOUT_MS = 40 * 60_000;

/** @param {Stage} stage @param {boolean} isAlone */
export const workersFor = (stage, isAlone) => WORKERS[stage][isAlone ? 'alone' : 'beside'];

/**
 * Returns the plan with only the requested stages.
 * @param {Stage[]} stages
 * @param {Stage[][][]} plan
 */
export const planFor = (stages, plan = PLAN) =>
  plan
    .map((lanes) =>
      lanes.map((lane) => lane.filter((stage) => stages.includes(stage))).filter((lane) => lane.length > 0),
    )
    .filter((lanes) => lanes.length > 0);
