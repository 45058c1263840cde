import { readFileSync } from 'node:fs';
import { filesBelow } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';

/** The product's sources, without tests and test rigs. */
const sources = filesBelow(['backend/src'])
  .filter((file) => /\.ts$/.test(file) && !/[\\/]testing[\\/]/.test(file))
  .map((file) => ({ file, text: readFileSync(inRoot(file), 'utf8') }));
const commands = sources.flatMap(({ text }) =>
  [...text.matchAll(/class (\w+) extends (?:Aggregate|Scene)Command\b/g)].map(([, name = '']) => name),
);

describe('every command', () => {
  it('is sent from outside its handler: an unused one is removed, with its handler', () => {
    expect(commands.length).toBeGreaterThan(30);
    // Passing the class to a sender counts; passing it to `handlerFor` or naming it as a type does not.
    const isSent = (name: string) =>
      sources.some(({ text }) => new RegExp(`\\bnew ${name}\\(|(?<!\\bhandlerFor)\\(\\s*${name},`).test(text));
    expect(commands.filter((name) => !isSent(name))).toEqual([]);
  });
});
