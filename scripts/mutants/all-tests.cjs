// All test files of an area as one: the packages that they share are loaded once for a mutant, not once for each file.
const path = require('node:path');
const fastCheck = require('fast-check');

// Always the same few histories: a mutant must not be noticed in one run and live on in the next.
fastCheck.configureGlobal({ numRuns: 20, seed: 1 });

for (const file of globalThis.MUTANT_TESTS) require(path.resolve(file));
