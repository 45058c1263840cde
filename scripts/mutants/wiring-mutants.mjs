import { BACKEND_MUTANTS } from './backend-mutants.mjs';
import { FRONTEND_MUTANTS } from './frontend-mutants.mjs';

/**
 * A fault that somebody could make in how parts are put together, and the tests that have to notice it.
 * @typedef {object} Mutant
 * @property {string} name what is wrong
 * @property {string} file below the top folder
 * @property {string} find stands in the file exactly once
 * @property {string} put in its place
 * @property {import('../lib/test-results.mjs').Stage} stage
 * @property {string[]} tests parts of the paths of the test files that have to fail
 */

export const WIRING_MUTANTS = [...BACKEND_MUTANTS, ...FRONTEND_MUTANTS];
