import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.mjs';
import { run } from '../run.mjs';
import { STORY } from './image-checks.mjs';

/** @typedef {import('./image-checks.mjs').Installation} Installation */

const PROJECT = 'storyreel-check';
const BUILD_TIMEOUT_MS = 60 * 60_000;
const TOOL_TIMEOUT_MS = 10 * 60_000;

/** Returns true if a Docker daemon with compose is available. */
export async function hasDocker() {
  const asked = [
    await run('docker', ['info'], { capture: true }),
    await run('docker', ['compose', 'version'], { capture: true }),
  ];
  return asked.every(({ code }) => code === 0);
}

/**
 * Builds and starts docker-compose.yml under a project name of its own.
 * @returns {Promise<{ installation: Installation, bytes: number, remove: () => Promise<void> }>} `bytes`: of the image
 */
export async function startComposed() {
  const port = await freePort();
  const env = {
    PORT: String(port),
    BIND: '127.0.0.1',
    POSTGRES_PASSWORD: 'only-for-this-run/+=@#%',
    SESSION_SECRET: 'only-for-this-run-0123456789abcdef',
    SANDBOX_DELAY_MS: '0',
    BACKUPS: 'backups',
  };
  const compose = (/** @type {string[]} */ args, timeoutMs = TOOL_TIMEOUT_MS) =>
    run('docker', ['compose', '--project-name', PROJECT, ...args], { env, capture: true, timeoutMs });
  const must = async (/** @type {string[]} */ args, timeoutMs = TOOL_TIMEOUT_MS) => {
    const { code, output } = await compose(args, timeoutMs);
    if (code !== 0) throw new Error(`docker compose ${args[0]} ended with code ${code}:\n${output.slice(-4_000)}`);
    return output;
  };
  const remove = async () => void (await must(['down', '--volumes', '--remove-orphans']));
  try {
    await must(['build'], BUILD_TIMEOUT_MS);
    await must(['up', '--detach', '--wait', '--wait-timeout', '180']);
    const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-story-'));
    writeFileSync(path.join(folder, 'story.txt'), STORY);
    await must(['cp', path.join(folder, 'story.txt'), 'app:/backups/story.txt']);
    rmSync(folder, { recursive: true });
    const { output } = await run('docker', ['image', 'inspect', '--format', '{{.Size}}', `${PROJECT}-app`], {
      capture: true,
    });
    return {
      installation: {
        url: `http://127.0.0.1:${port}`,
        files: '/backups',
        story: '/backups/story.txt',
        storyreel: (args) => compose(['exec', '-T', 'app', 'storyreel', ...args]),
        stop: async () => void (await must(['stop', 'app'])),
        alone: (args) => compose(['run', '--rm', '-T', 'app', 'storyreel', ...args]),
      },
      bytes: Number(output),
      remove,
    };
  } catch (error) {
    console.error((await compose(['logs', '--tail', '50'])).output);
    await remove();
    throw error;
  }
}
