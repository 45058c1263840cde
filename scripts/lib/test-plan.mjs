import { availableParallelism } from 'node:os';

/** @typedef {import('./test-results.mjs').Stage} Stage */

/**
 * Which stages of `npm test` run when. Steps run one after the other; the lanes of a step run beside each other, since
 * they share neither a database nor a port; and the stages of a lane run one after the other.
 * @type {Stage[][][]}
 */
export const PLAN = [
  // Its tests of time limits fail beside two workers of `int` and their Postgres on two cores.
  [['unit']],
  [['web']],
  [['int']],
  [['e2e']],
  // What is killed and hung has to go on within seconds, and needs the machine for itself.
  [['faults']],
];

const CORES = availableParallelism();
const HALF = Math.max(1, Math.floor(CORES / 2));

/**
 * How many workers a stage has: where nothing else runs, and beside another lane. Those of `int` share one Postgres and
 * its connections. Pages wait for their server, and it for jobs: three browsers keep two cores busy.
 * @type {Record<Stage, { alone: number, beside: number }>}
 */
const WORKERS = {
  unit: { alone: CORES, beside: HALF },
  web: { alone: CORES, beside: HALF },
  // Each waits for Postgres, jobs and children for half of its time.
  int: { alone: Math.min(CORES + 1, 4), beside: Math.min(CORES, 4) },
  faults: { alone: 1, beside: 1 },
  e2e: { alone: 3, beside: 2 },
};

/** A stage that takes longer hangs; it is ended, and counts as failed. */
export const STAGE_TIMEOUT_MS = 40 * 60_000;

/** @param {Stage} stage @param {boolean} isAlone */
export const workersFor = (stage, isAlone) => WORKERS[stage][isAlone ? 'alone' : 'beside'];

/**
 * The plan without the stages that nobody asked for.
 * @param {Stage[]} stages
 * @param {Stage[][][]} plan
 */
export const planFor = (stages, plan = PLAN) =>
  plan
    .map((lanes) =>
      lanes.map((lane) => lane.filter((stage) => stages.includes(stage))).filter((lane) => lane.length > 0),
    )
    .filter((lanes) => lanes.length > 0);
