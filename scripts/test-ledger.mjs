// `npm run test:ledger`: runs in full what `npm test` samples: 10,000 sequences of commands against the model of a
// wallet, 2,000 interleavings, 2,000 tamperings with wallets, 2,000 with the rest of the log, 200 with rows in Postgres,
// and 200 rounds of 64 concurrent reservations on two nodes. `-- --seed N` repeats one, `-- --only
// model|interleavings|tampering|race` (repeatable) runs some, `-- --rounds N` sets the number of races.
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { runJest } from './lib/run-jest.mjs';

const { values } = readOptions('npm run test:ledger [-- --seed N] [--only NAME]... [--rounds N]', {
  options: {
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '200' },
  },
});
/** The tests of each option and their file. */
const TESTS = {
  model: 'zaps/domain/wallet-model',
  interleavings: 'zaps/wallet-interleavings',
  tampering: 'ledger/proof/tamper',
  race: 'race-for-zaps',
};

/** @param {string} option @param {string} value */
function wholeNumber(option, value) {
  if (!/^[1-9]\d{0,8}$|^0$/.test(value)) throw new Error(`--${option} takes a whole number, not '${value}'.`);
  return value;
}

requireNode();
await main(async () => {
  const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
  const rounds = wholeNumber('rounds', values.rounds);
  const names = Object.keys(TESTS);
  const unknown = values.only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--only takes ${names.join(', ')}, not '${unknown}'.`);
  const patterns = Object.entries(TESTS).flatMap(([name, file]) =>
    (values.only?.includes(name) ?? true) ? [file] : [],
  );
  await ensureInstalled();
  await ensureAllBuilt();
  const env = {
    MODEL_RUNS: '10000',
    INTERLEAVINGS: '2000',
    TAMPERINGS: '2000',
    RACE_ROUNDS: rounds,
    MODEL_SEED: seed,
    TAMPER_SEED: seed,
  };
  const projects = ['--selectProjects', 'unit', 'int'];
  await runJest('all-ledger', ['--testTimeout=1800000', ...projects, '--testPathPatterns', ...patterns], env);
});
