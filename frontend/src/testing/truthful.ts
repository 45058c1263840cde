import { takeLies } from './lies';

/**
 * Runs around every front-end test and fails it after a contract violation, because then the test has not proven
 * anything.
 */
function tellLies(): void {
  const lies = takeLies();
  if (lies.length > 0) throw new Error(`The fake server departs from the contracts:\n${[...new Set(lies)].join('\n')}`);
}
afterEach(tellLies);
// A request sent during cleanup is reported with the next test, or here after the last one.
afterAll(tellLies);
