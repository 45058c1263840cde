import { takeLies } from './lies';

/** Runs after every front-end test, and fails it after a contract violation, because such a test proves nothing. */
function tellLies(): void {
  const lies = takeLies();
  if (lies.length > 0) throw new Error(`The fake server departs from the contracts:\n${[...new Set(lies)].join('\n')}`);
}
afterEach(tellLies);
// A violation by a request sent during cleanup is reported with the next test or, after the last one, here.
afterAll(tellLies);
