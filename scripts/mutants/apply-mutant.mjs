import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the content of a mutant's file with the fault in it.
 * @param {Pick<import('./wiring-mutants.mjs').Mutant, 'name' | 'file' | 'find' | 'put'>} mutant @param {string} root folder to which the file's path is
 * relative
 * @throws when the text to replace does not occur exactly once, because the code has changed
 */
export function mutated({ name, file, find, put }, root) {
  const content = readFileSync(path.join(root, file), 'utf8');
  const places = content.split(find).length - 1;
  if (places !== 1)
    throw new Error(`'${name}': the text to replace occurs ${places} times in ${file}, instead of once.`);
  return content.replace(find, () => put);
}
