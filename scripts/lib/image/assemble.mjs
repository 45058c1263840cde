import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.mjs';
import { lookUp, placesOf } from './copied.mjs';

/** @typedef {import('./dockerfile.mjs').Stage} Stage */

/** Variables that npm sets for the scripts it runs; they would point a stage's npm to the wrong folder. */
const OF_OUTER_NPM =
  /^(npm_(package|lifecycle|config_local_prefix|command|execpath|node_execpath)|INIT_CWD)|^NODE_ENV$/;

/** Returns an environment that unsets npm's variables for scripts of this project. */
export const outsideNpm = () =>
  Object.fromEntries(Object.keys(process.env).flatMap((name) => (OF_OUTER_NPM.test(name) ? [[name, undefined]] : [])));

/**
 * Only npm commands run as in the image; those that need Debian's packages are left out.
 * @param {string} command
 */
const canRunHere = (command) => command.startsWith('npm ');

/** @param {string} folder @param {string} inside @returns {string[] | null} the files at a path of a stage, as paths in it */
function filesIn(folder, inside) {
  const full = path.join(folder, inside);
  if (!existsSync(full)) return null;
  try {
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.posix.join('/', path.relative(folder, entry.parentPath ?? entry.path), entry.name));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOTDIR') return [inside];
    throw error;
  }
}

/**
 * Builds the image in folders: each stage is one, as the root `/` of the image, and has only the files that the
 * Dockerfile copies.
 * @param {{ stages: readonly Stage[], context: readonly string[], folder: string, run: (command: string, where: { cwd:
 * string, env: Record<string, string | undefined> }) => Promise<void> }} build
 * @returns {Promise<{ image: string, settings: Record<string, string>, workdir: string, leftOut: string[] }>}
 * `settings`: the environment of the image
 */
export async function assemble({ stages, context, folder, run }) {
  /** @type {string[]} */
  const leftOut = [];
  let last = { image: folder, settings: /** @type {Record<string, string>} */ ({}), workdir: '/' };
  for (const { name, steps } of stages) {
    const root = path.join(folder, name);
    /** @type {Record<string, string>} */
    const settings = {};
    let workdir = '/';
    for (const step of steps) {
      if (step.does === 'set') settings[step.name] = step.value;
      if (step.does === 'enter')
        mkdirSync(path.join(root, (workdir = path.posix.resolve(workdir, step.folder))), { recursive: true });
      if (step.does === 'run') {
        if (canRunHere(step.command)) {
          await run(step.command, { cwd: path.join(root, workdir), env: { ...outsideNpm(), ...settings } });
        } else leftOut.push(`${name}: RUN ${step.command.slice(0, 60).replaceAll(/\s+/g, ' ')}…`);
      }
      if (step.does !== 'copy') continue;
      const source = step.from === null ? ROOT : path.join(folder, step.from);
      // Files of a stage outside /app come from one of its left-out commands.
      if (step.from !== null && !step.sources.every((each) => each.startsWith('/app'))) {
        leftOut.push(`${name}: COPY ${step.sources.join(' ')}`);
        continue;
      }
      const filesAt = step.from === null ? lookUp(context) : (/** @type {string} */ inside) => filesIn(source, inside);
      for (const { from, to } of placesOf(step, workdir, filesAt)) {
        // Keeps links: the project's own packages are links to its folders.
        cpSync(path.join(source, from), path.join(root, to), { recursive: true, verbatimSymlinks: true });
      }
    }
    last = { image: root, settings, workdir };
  }
  return { ...last, leftOut };
}
