import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildForNode } from './for-node.mjs';

const DRAWN_BY = 'src/first-look.tsx';
const WORKER = fileURLToPath(new URL('first-look-worker.mjs', import.meta.url));

/**
 * Builds `dist/first-look` beside the app: the server uses it to prerender a screen with the app's own components.
 * @returns {import('vite').Plugin}
 */
export function firstLook() {
  /** @type {import('vite').ResolvedConfig} */
  let config;
  return {
    name: 'first-look',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle() {
      const outDir = path.resolve(config.root, config.build.outDir, 'first-look');
      await buildForNode(config, { entry: DRAWN_BY, outDir, file: 'draw.mjs', isWhole: true });
      await copyFile(WORKER, path.join(outDir, 'worker.mjs'));
    },
  };
}
