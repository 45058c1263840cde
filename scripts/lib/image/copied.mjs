import path from 'node:path';

/** @typedef {import('./dockerfile.mjs').Copy} Copy */
/** @typedef {import('./dockerfile.mjs').Stage} Stage */

/**
 * Returns the source and target path of each file of a COPY.
 * @param {Copy} copy
 * @param {string} workdir
 * @param {(source: string) => string[] | null} filesAt the files at a path: itself if it is a file, those below it if
 * it is a folder, null if there is nothing
 * @returns {{ from: string, to: string }[]}
 * @throws Error when a source is missing, like Docker
 */
export function placesOf({ sources, target }, workdir, filesAt) {
  const place = path.posix.resolve(workdir, target);
  return sources.flatMap((source) => {
    const clean = path.posix.normalize(source).replace(/\/$/, '');
    const files = filesAt(clean);
    if (files === null) throw new Error(`COPY ${source}: there is no such file or folder.`);
    const isFile = files.length === 1 && files[0] === clean;
    if (!isFile) return files.map((from) => ({ from, to: path.posix.join(place, path.posix.relative(clean, from)) }));
    const isInto = target.endsWith('/') || sources.length > 1;
    return [{ from: clean, to: isInto ? path.posix.join(place, path.posix.basename(clean)) : place }];
  });
}

/**
 * Makes `filesAt` for `placesOf` from a list of files.
 * @param {readonly string[]} files
 */
export const lookUp = (files) => (/** @type {string} */ source) => {
  const found = files.filter((file) => file === source || source === '.' || file.startsWith(`${source}/`));
  return found.length === 0 ? null : found;
};

/**
 * Returns the files that the stage copies from the build context: paths in the stage, each with its path in the
 * context.
 * @param {Stage} stage
 * @param {readonly string[]} context
 * @returns {Map<string, string>}
 */
export function takenFromContext({ steps }, context) {
  let workdir = '/';
  /** @type {Map<string, string>} */
  const taken = new Map();
  for (const step of steps) {
    if (step.does === 'enter') workdir = path.posix.resolve(workdir, step.folder);
    if (step.does !== 'copy' || step.from !== null) continue;
    for (const { from, to } of placesOf(step, workdir, lookUp(context))) taken.set(to, from);
  }
  return taken;
}
