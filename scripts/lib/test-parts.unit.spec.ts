import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { PARTS, partEnd, partsFor } from './test-parts.mjs';

describe('the parts of a whole run', () => {
  const names = (asked: Parameters<typeof partsFor>[0]) => partsFor(asked).map(({ name }) => name);
  const usual = ['test', 'react', 'long', 'faults', 'ledger', 'planted', 'wiring', 'nodes', 'image', 'browsers'];

  it.each([
    ['all but the mutants by default', {}, usual],
    ['the mutants too, on request', { mutants: true }, [...usual, 'mutants']],
    ['the named ones, in the usual order', { only: ['mutants', 'ledger'] }, ['ledger', 'mutants']],
    ['a part and all later ones', { from: 'wiring' }, ['wiring', 'nodes', 'image', 'browsers']],
    ['the mutants, when a run continues there', { from: 'mutants' }, ['mutants']],
    ['of the named ones, those after a part', { only: ['test', 'nodes'], from: 'faults' }, ['nodes']],
  ])('are %s', (_what, asked, expected) => expect(names(asked)).toEqual(expected));

  it.each([{ only: ['test', 'webkit'] }, { from: 'webkit' }])('are refused for the unknown name in %j', (asked) => {
    expect(() => names(asked)).toThrow("There is no part 'webkit'; there are test, react, long, faults,");
  });

  it('are scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { scripts: object };
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(PARTS.map(({ script }) => script)));
  });
});

describe('the end of a part', () => {
  const ended = (output: string, code = 0, timedOut = false) => partEnd({ output, code, timedOut });

  it.each([
    ['passed', ended('1 passed, 1 failed\nmore\n\u001b[32m12 passed, 0 failed\u001b[39m\n'), 12, 0, ''],
    ['skipped a test', ended('12 passed, 0 failed, 3 skipped\n'), 12, 0, ''],
    ['has failed tests', ended('12 passed, 2 failed\nnpm error Lifecycle script failed\n', 1), 12, 2, ''],
    [
      'could not run everything',
      ended('left out: WebKit is not installed\nleft out: Firefox is not installed\n4 passed, 0 failed\n'),
      4,
      0,
      'WebKit is not installed; Firefox is not installed',
    ],
    [
      'could run nothing',
      ended('left out: no browser is installed\n0 passed, 0 failed\n'),
      0,
      0,
      'no browser is installed',
    ],
    ['ran nothing and does not say why', ended('0 passed, 0 failed\n'), 0, 1, 'ran nothing'],
    [
      'failed without a failed test',
      ended('12 passed, 0 failed\n', 134),
      12,
      1,
      'ended with code 134 although nothing failed',
    ],
    [
      'printed no counts',
      ended('> storyreel@0.1.0 test:faults\nBuilding the backend failed:\n}\nnpm error Lifecycle script failed\n', 1),
      0,
      1,
      'did not finish (code 1): Building the backend failed:',
    ],
    [
      'never started',
      ended('npm error Missing script: "test:none"\nnpm error\nnpm error To see a list of scripts, run:\n', 1),
      0,
      1,
      'did not finish (code 1): npm error Missing script: "test:none"',
    ],
    ['printed nothing', ended('', 127), 0, 1, 'did not finish (code 127): nothing printed'],
    ['printed no counts but ended with success', ended('done\n'), 0, 1, 'did not finish (code 0): done'],
    ['hung', ended('3 passed, 0 failed\n', 1, true), 3, 1, 'took too long and was ended'],
  ])('that %s', (_how, end, passed, failed, note) => expect(end).toEqual({ passed, failed, note }));
});
