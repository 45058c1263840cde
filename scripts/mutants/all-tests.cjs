// All test files of an area as one file, so that each mutant loads their shared packages once instead of once per file.
const path = require('node:path');
const fastCheck = require('fast-check');

// A fixed seed and few histories: every run must notice the same mutants.
fastCheck.configureGlobal({ numRuns: 20, seed: 1 });

for (const file of globalThis.MUTANT_TESTS) require(path.resolve(file));
