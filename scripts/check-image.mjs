// `npm run test:image`: builds the image, starts it and runs each of its tools. With a Docker daemon, by `docker
// compose build` and `up --wait`; without one, from the same files in a folder, with this machine's Node and ffmpeg.
// `-- --keep` leaves the folder. The exit code is 1 on any failure.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { startAssembled } from './lib/image/assembled-image.mjs';
import { hasDocker, startComposed } from './lib/image/composed-image.mjs';
import { imageChecks } from './lib/image/image-checks.mjs';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { programOnPath } from './lib/program-on-path.mjs';
import { secondsSince } from './lib/run.mjs';
import { closingLine } from './lib/test-results.mjs';

/** In decimal megabytes, as Docker counts: everything but the sandbox's voices, plus the voices. */
const MOST_MB = 380 + 85;

const { values } = readOptions('npm run test:image [-- --keep]', { options: { keep: { type: 'boolean' } } });

/** The image's own ffmpeg can only be built in a container; here the system's or the packages' one stands in. */
const ffmpegHere = () =>
  programOnPath(['ffmpeg']) ?? /** @type {string} */ (createRequire(import.meta.url)('@ffmpeg-installer/ffmpeg').path);

/** @param {string} folder */
function megabytesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return (
    files.reduce((sum, entry) => sum + statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size, 0) / 1e6
  );
}

/** @param {import('./lib/image/image-checks.mjs').Installation} installation */
async function check(installation) {
  let passed = 0;
  let failed = 0;
  for (const each of imageChecks()) {
    const startedAt = performance.now();
    try {
      await each.check(installation);
      passed += 1;
      console.log(`  ok      ${each.name} (${secondsSince(startedAt)})`);
    } catch (error) {
      failed += 1;
      console.log(`  failed  ${each.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { passed, failed, skipped: 0 };
}

async function checkComposed() {
  const { installation, bytes, remove } = await startComposed();
  try {
    const counted = await check(installation);
    const size = bytes / 1e6;
    console.log(`The image has ${size.toFixed(0)} MB; the maximum is ${MOST_MB}.`);
    return size > MOST_MB ? { ...counted, failed: counted.failed + 1 } : { ...counted, passed: counted.passed + 1 };
  } finally {
    await remove();
  }
}

async function checkAssembled() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-image-'));
  try {
    const { installation, app, leftOut } = await startAssembled(folder, ffmpegHere());
    console.log(`The project and its packages have ${megabytesIn(app).toFixed(0)} MB in the image.`);
    try {
      const counted = await check(installation);
      for (const line of ['no Docker daemon is here: no container was started', ...leftOut])
        console.log(`left out: ${line}`);
      return counted;
    } finally {
      await installation.stop();
    }
  } finally {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
    else console.log(`Kept ${folder}`);
  }
}

requireNode();
await main(async () => {
  const counted = (await hasDocker()) ? await checkComposed() : await checkAssembled();
  console.log(closingLine(counted));
  if (counted.failed > 0) process.exitCode = 1;
});
