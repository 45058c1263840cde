import { BACKEND_MUTANTS } from './backend-mutants.mjs';
import { FRONTEND_MUTANTS } from './frontend-mutants.mjs';

/**
 * A possible mistake in the wiring of parts, and the tests that have to notice it.
 * @typedef {object} Fault
 * @property {string} name the mistake
 * @property {string} file relative to the top folder
 * @property {string} find occurs in the file exactly once
 * @property {string} put its replacement
 * @property {string[]} tests parts of the paths of the test files that have to fail
 */

/**
 * `stage`: the stage that runs the tests. `also`: further changes that belong to the mistake. `isReplay`: the tests
 * replay a log that they have written without the mistake. `says`: words that the tests' output must contain.
 * @typedef {Fault & {
 *   stage: 'unit' | 'int' | 'web', also?: Pick<Fault, 'file' | 'find' | 'put'>[], isReplay?: boolean, says?: string[]
 * }} Mutant
 */

/** @param {Fault[]} faults @param {Mutant['stage']} stage @returns {Mutant[]} */
const noticedIn = (faults, stage) => faults.map((fault) => ({ ...fault, stage }));

export const WIRING_MUTANTS = [...noticedIn(BACKEND_MUTANTS, 'int'), ...noticedIn(FRONTEND_MUTANTS, 'web')];
