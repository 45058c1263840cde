// `npm run test:browsers`: runs the main path in Chromium, Firefox and WebKit, wide and narrow, with a screenshot of
// each step in reports/browsers. `-- --only firefox` runs one engine, `--size 390` one width, `--server URL` uses a
// running server; with `--installed`, a missing engine is reported but is no failure.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { REPORTS } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { secondsSince } from './lib/run.mjs';
import { SIZES } from './lib/screens.mjs';
import { STANDALONE } from './lib/standalone.mjs';
import { closingLine } from './lib/test-results.mjs';
import { withServer } from './lib/with-server.mjs';

const FOLDER = path.join(REPORTS, 'browsers');

const { values } = readOptions(
  'npm run test:browsers [-- --only chromium|firefox|webkit]... [--size WIDTH]... [--server URL] [--installed]',
  {
    options: {
      only: { type: 'string', multiple: true },
      size: { type: 'string', multiple: true },
      server: { type: 'string' },
      installed: { type: 'boolean' },
    },
  },
);

/** @typedef {import('./browsers/driver.mjs').Engine} Engine */

/**
 * Runs the main path in one engine and size.
 * @param {{ engine: Engine, program: string, size: (typeof SIZES)[number], url: string }} what
 * @returns {Promise<boolean>} true if it passed
 */
async function walk({ engine, program, size: { name, viewport }, url }) {
  const { Page } = await import('./browsers/page.mjs');
  const { mainPath } = await import('./browsers/main-path.mjs');
  const startedAt = performance.now();
  const driver = await engine.start(program, viewport);
  const picture = (/** @type {string} */ step) =>
    driver.screenshot(path.join(FOLDER, `${step}-${name}-${engine.name}.png`));
  const what = `${engine.name} at ${name} px (${driver.version})`;
  try {
    await mainPath({ page: new Page(driver), url, size: viewport, picture });
    console.log(`✔ ${what}, ${secondsSince(startedAt)}`);
    return true;
  } catch (error) {
    await picture('failed').catch(() => undefined);
    console.log(`✘ ${what}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  } finally {
    await driver.close();
  }
}

requireNode();
await main(async () => {
  await ensureInstalled();
  const { chromium, firefox } = await import('./browsers/puppeteer-driver.mjs');
  const { webkit } = await import('./browsers/webkit-driver.mjs');
  const all = [chromium, firefox, webkit];
  const engines = all.filter(({ name }) => !values.only || values.only.includes(name));
  const sizes = SIZES.filter(({ name }) => !values.size || values.size.includes(name));
  if (engines.length === 0) throw new Error(`--only takes ${all.map(({ name }) => name).join(', ')}.`);
  if (sizes.length === 0) throw new Error(`--size takes ${SIZES.map(({ name }) => name).join(', ')}.`);

  mkdirSync(FOLDER, { recursive: true });
  /** @type {string[]} */
  const leftOut = [];
  const home = mkdtempSync(path.join(os.tmpdir(), 'storyreel-browsers-'));
  let passed = 0;
  let failed = 0;
  try {
    await withServer({ url: values.server, home, env: STANDALONE }, async (url) => {
      for (const engine of engines) {
        const program = await engine.find();
        if (!program) {
          if (!values.installed) failed += 1;
          console.log(`– ${engine.name} is not here. To have it: ${engine.needs}`);
          leftOut.push(`left out: ${engine.name} is not installed`);
          continue;
        }
        for (const size of sizes) {
          if (await walk({ engine, program, size, url })) passed += 1;
          else failed += 1;
        }
      }
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  console.log(['', `Pictures: ${FOLDER}`, ...leftOut, closingLine({ passed, failed, skipped: 0 })].join('\n'));
  if (failed > 0) process.exitCode = 1;
});
