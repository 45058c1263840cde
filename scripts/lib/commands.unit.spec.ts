import { readFileSync } from 'node:fs';
import { filesBelow } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';

/** The product's own sources: no tests and no rigs. */
const sources = filesBelow(['backend/src'])
  .filter((file) => /\.ts$/.test(file) && !/[\\/]testing[\\/]/.test(file))
  .map((file) => ({ file, text: readFileSync(inRoot(file), 'utf8') }));
const commands = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/export class (\w+) extends (?:Aggregate|Scene)Command\b/g)].map(([, name = '']) => ({
    name,
    file,
  })),
);

describe('the commands', () => {
  it('are each sent from another file than their own: one that nobody sends goes, with its handler', () => {
    expect(commands.length).toBeGreaterThan(30);
    const isSent = ({ name, file }: (typeof commands)[number]) =>
      sources.some((source) => source.file !== file && new RegExp(`\\b${name}\\b`).test(source.text));
    expect(commands.filter((command) => !isSent(command))).toEqual([]);
  });
});
