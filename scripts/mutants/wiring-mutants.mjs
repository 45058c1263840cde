import { BACKEND_MUTANTS } from './backend-mutants.mjs';
import { FRONTEND_MUTANTS } from './frontend-mutants.mjs';

/**
 * A fault that somebody could make in how parts are put together, and the tests that have to notice it.
 * @typedef {object} Fault
 * @property {string} name what is wrong
 * @property {string} file below the top folder
 * @property {string} find stands in the file exactly once
 * @property {string} put in its place
 * @property {string[]} tests parts of the paths of the test files that have to fail
 */

/** @typedef {Fault & { stage: 'unit' | 'int' | 'web' }} Mutant `stage`: the one that runs its tests */

/** @param {Fault[]} faults @param {Mutant['stage']} stage @returns {Mutant[]} */
const noticedIn = (faults, stage) => faults.map((fault) => ({ ...fault, stage }));

export const WIRING_MUTANTS = [...noticedIn(BACKEND_MUTANTS, 'int'), ...noticedIn(FRONTEND_MUTANTS, 'web')];
