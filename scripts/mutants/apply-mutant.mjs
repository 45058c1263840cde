import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The content of a mutant's file with the fault in it.
 * @param {import('./wiring-mutants.mjs').Mutant} mutant @param {string} root the folder that its file lies below
 * @throws when what it replaces does not stand there exactly once, since the code has changed
 */
export function mutated({ name, file, find, put }, root) {
  const content = readFileSync(path.join(root, file), 'utf8');
  const places = content.split(find).length - 1;
  if (places !== 1) throw new Error(`'${name}': what it replaces stands ${places} times in ${file}.`);
  return content.replace(find, () => put);
}
