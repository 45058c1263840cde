import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../run.mjs';
import { startServer } from '../server.mjs';
import { STANDALONE } from '../standalone.mjs';
import { assemble, outsideNpm } from './assemble.mjs';
import { filesInContext } from './context.mjs';
import { readStages } from './dockerfile.mjs';
import { STORY } from './image-checks.mjs';

/** @typedef {import('./image-checks.mjs').Installation} Installation */

const TOOL_TIMEOUT_MS = 10 * 60_000;

/** @param {string} command @param {{ cwd: string, env: Record<string, string | undefined> }} where */
function inShell(command, { cwd, env }) {
  console.log(`  ${command.slice(0, 100)}`);
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`ended with code ${code}: ${command}`)),
    );
  });
}

/**
 * Builds the image's files in a folder, as the Dockerfile does, and starts the server on them with its embedded
 * Postgres, using this machine's Node and ffmpeg.
 * @param {string} folder
 * @param {string} ffmpeg the executable
 * @returns {Promise<{ installation: Installation, app: string, leftOut: string[] }>}
 */
export async function startAssembled(folder, ffmpeg) {
  const build = { stages: readStages(), context: filesInContext(), folder };
  const { image, settings, workdir, leftOut } = await assemble({ ...build, run: inShell });
  const app = path.join(image, workdir);
  const files = path.join(folder, 'backups');
  mkdirSync(files);
  const story = path.join(files, 'story.txt');
  writeFileSync(story, STORY);
  /** @type {Record<string, string | undefined>} */
  const env = {
    ...outsideNpm(),
    ...STANDALONE,
    ...settings,
    PATH: `${path.join(app, 'bin')}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    STORYREEL_HOME: path.join(folder, 'data'),
    FFMPEG_PATH: ffmpeg,
    SESSION_SECRET: 'only-for-this-run-0123456789abcdef',
    SANDBOX_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
  };
  const server = await startServer({ main: path.join(app, 'backend/dist/main.js'), env });
  const storyreel = (/** @type {string[]} */ args) =>
    run('storyreel', args, {
      cwd: app,
      env: { ...env, PORT: new URL(server.url).port },
      capture: true,
      timeoutMs: TOOL_TIMEOUT_MS,
    });
  const stop = async () => void (await server.stop());
  return { installation: { url: server.url, files, story, storyreel, alone: storyreel, stop }, app, leftOut };
}
