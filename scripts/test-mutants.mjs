// `npm run test:mutants -- AREA …`: makes hundreds of small changes to the code of each area, and counts for how many a
// test fails. Without names it takes all areas. Results are kept in reports/mutants, so that the next run tries only
// changed code; with other tests, or `--fresh`, it starts anew. An area below 85 %, or a survivor in zaps, is an error.
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { readStamp, writeStamp } from './lib/fingerprint.mjs';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { REPORTS, ROOT } from './lib/paths.mjs';
import { ensureInstalled, ensureServerBuilt } from './lib/prepare.mjs';
import { table } from './lib/table.mjs';
import { closingLine } from './lib/test-results.mjs';
import { AREAS } from './mutants/areas.mjs';
import { hashOfTests, optionsOf } from './mutants/stryker-options.mjs';
import { reached, scoreOf } from './mutants/score.mjs';

const { values, positionals } = readOptions('npm run test:mutants -- AREA... [--fresh]', {
  allowPositionals: true,
  options: { fresh: { type: 'boolean' } },
});

requireNode();
await main(async () => {
  const unknown = positionals.filter((name) => !AREAS.some((area) => area.name === name));
  if (unknown.length > 0)
    throw new Error(`No area is called ${unknown.join(', ')}: ${AREAS.map(({ name }) => name).join(', ')}.`);
  await ensureInstalled();
  // Code that is not mutated is used from its build.
  await ensureServerBuilt();
  process.chdir(ROOT);
  const scores = [];
  for (const area of AREAS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const folder = path.join(REPORTS, 'mutants', area.name);
    const tests = hashOfTests(area);
    if (values.fresh || readStamp('tests', folder) !== tests) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const results = await new Stryker(await optionsOf(area, folder, os.tmpdir())).runMutationTest();
    writeStamp('tests', tests, folder);
    scores.push(scoreOf(area.name, results));
  }
  const rows = scores.map(({ area, killed, survived, percent }) => [area, `${killed}`, `${survived}`, `${percent}%`]);
  console.log(table(['area', 'noticed', 'survived', 'score'], rows));
  console.log('\nEach mutant with its place: reports/mutants/AREA/mutants.html');
  const low = scores.filter((score) => !reached(score));
  console.log(closingLine({ passed: scores.length - low.length, failed: low.length, skipped: 0 }));
  if (low.length > 0) process.exitCode = 1;
});
