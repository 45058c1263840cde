import { takeLies } from './lies';

/** Runs around every test of the front end: one in which a fake lied has not proven anything. */
function tellLies(): void {
  const lies = takeLies();
  if (lies.length > 0) throw new Error(`The fake server departs from the contracts:\n${[...new Set(lies)].join('\n')}`);
}
afterEach(tellLies);
// What is sent while a test is cleared away is told with the next one, or here.
afterAll(tellLies);
