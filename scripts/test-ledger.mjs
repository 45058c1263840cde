// `npm run test:ledger`: what `npm test` does in part, in full: 10,000 sequences of commands beside the model of a wallet,
// 2,000 interleavings, 1,000 tamperings and 200 rounds of 64 reservations at once on two nodes. `-- --seed N` repeats one.
import { parseArgs } from 'node:util';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';

const { values } = parseArgs({ options: { seed: { type: 'string' } } });
const seed = values.seed ?? String(Date.now() % 1_000_000);
const FULL = { MODEL_RUNS: '10000', INTERLEAVINGS: '2000', RACE_ROUNDS: '200', MODEL_SEED: seed, TAMPER_SEED: seed };
const PATTERNS = ['zaps/domain/wallet-model', 'zaps/wallet-interleavings', 'audit/proof/tampering', 'race-for-zaps'];

requireNode();
await main(async () => {
  if (!/^\d+$/.test(seed)) throw new Error(`--seed takes a whole number, not '${seed}'.`);
  await ensureInstalled();
  await ensureAllBuilt();
  const projects = ['--selectProjects', 'unit', 'int'];
  const args = ['jest', '--ci', '--runInBand', '--verbose', '--testTimeout=1800000', ...projects];
  const { code } = await run('npx', [...args, '--testPathPatterns', ...PATTERNS], { env: FULL });
  if (code !== 0) process.exitCode = 1;
});
