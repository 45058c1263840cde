import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { coverage, coverageRows, idsIn, parseRequirements, withTests } from './requirements.mjs';
import { markdownTable, table } from './table.mjs';
import { filesFor, taggedIn, taggedTests } from './tagged-tests.mjs';

const tsv = [
  'id\tarea\tlayer\trequirement\tsource',
  'SHELL-01\tSHELL\tui\tSix entries.\t1§2',
  'SHELL-02\tSHELL\tui\tLeads back.\t1§2',
  'ZAPS-01\tZAPS\trule\tFalls.\t1§9',
  '',
].join('\n');
/** Composed, because literal tags would make this file claim to prove requirements. */
const tag = (...ids: string[]) => `[${ids.join(', ')}]`;
const rows = parseRequirements(tsv);
const result = (title: string, outcome: 'passed' | 'failed' | 'skipped') => ({ title, file: 'a', outcome });

describe('the list of requirements', () => {
  it('is read by column', () => {
    expect(rows[1]).toEqual({ id: 'SHELL-02', area: 'SHELL', requirement: 'Leads back.', tests: [] });
    expect(rows).toHaveLength(3);
  });

  it('names the files of its tests, and is unchanged when it is written again', () => {
    const files: Record<string, string[]> = { 'SHELL-01': ['a.spec.ts', 'b.spec.ts'], 'ZAPS-01': ['c.e2e.ts'] };
    const once = withTests(tsv, (id) => files[id] ?? []);
    expect(parseRequirements(once).map(({ tests }) => tests)).toEqual([['a.spec.ts', 'b.spec.ts'], [], ['c.e2e.ts']]);
    expect(withTests(once, (id) => files[id] ?? [])).toBe(once);
    expect(once.split('\n').map((line) => line.split('\t').slice(0, 5).join('\t'))).toEqual(tsv.split('\n'));
  });

  it('of this project has an id and an area in every row, and no id twice', () => {
    const all = parseRequirements(readFileSync(inRoot('docs/requirements.tsv'), 'utf8'));
    expect(all.filter(({ id, area }) => !id.startsWith(`${area}-`))).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('of this project names for each row exactly the files whose tests carry its id, if there are any', () => {
    const tests = taggedTests();
    const wrong = parseRequirements(readFileSync(inRoot('docs/requirements.tsv'), 'utf8')).flatMap(
      ({ id, tests: named }) => {
        const carrying = filesFor(tests, id);
        const strangers = named.filter((file) => !carrying.includes(file));
        const isSilent = named.length === 0 && carrying.length > 0;
        if (strangers.length === 0 && !isSilent) return [];
        const fault = isSilent ? 'names no test' : `names ${strangers.join(', ')} in vain`;
        return [`${id} ${fault}: run npm run requirements -- --write`];
      },
    );
    expect(wrong).toEqual([]);
  });
});

describe('a test that claims requirements', () => {
  const claims = (text: string) => taggedIn('a.spec.ts', text).map(({ line, title, ids }) => [line, title, ids]);

  it.each([
    ['in a call', `\n  it('has a name ${tag('SHELL-01')}', () => {});`, 2, `has a name ${tag('SHELL-01')}`],
    ['of a table', `])(\n  "it's %s ${tag('SHELL-01')}",\n  () => {});`, 2, `it's %s ${tag('SHELL-01')}`],
    ['of a case', `  {\n    title: 'is kept ${tag('SHELL-01')}',`, 2, `is kept ${tag('SHELL-01')}`],
    ['of a group', `describe('a \\'card\\' ${tag('SHELL-01')}', () => {`, 1, `a 'card' ${tag('SHELL-01')}`],
  ])('is found by its title %s', (_kind, text, line, title) => {
    expect(claims(text)).toEqual([[line, title, ['SHELL-01']]]);
  });

  it('is not found in a comment or a text within a test', () => {
    expect(claims(`// ${tag('SHELL-01')}\n  const words = 'see ${tag('SHELL-01')}';`)).toEqual([]);
  });

  it('is found in every kind of test', () => {
    const files = new Set(taggedTests().map(({ file }) => file));
    const kinds = [
      /^contracts\/testing\/cases\/\w+\.ts$/,
      /\.unit\.spec\.ts$/,
      /\.unit\.spec\.tsx$/,
      /\.api\.spec\.ts$/,
      /\.e2e\.ts$/,
    ];
    expect(kinds.filter((kind) => ![...files].some((file) => kind.test(file)))).toEqual([]);
  });
});

describe('a title', () => {
  it.each([
    ['without a tag', 'a rule', []],
    ['with one', `lists three ${tag('SHELL-05')}`, ['SHELL-05']],
    ['with several', `lists ${tag('SHELL-05', 'SHELL-06')} and ${tag('ZAPS-1')}`, ['SHELL-05', 'SHELL-06', 'ZAPS-1']],
    ['with other brackets', `an array ${tag('A', 'B')} and ${tag('shell-05')}`, []],
  ])('%s carries only its ids', (_kind, title, ids) => {
    expect(idsIn(title)).toEqual(ids);
  });
});

describe('a test run', () => {
  it('covers the ids of passing tests', () => {
    const { areas, unknown } = coverage(rows, [result(`x ${tag('SHELL-01', 'ZAPS-01')}`, 'passed')]);
    expect(unknown).toEqual([]);
    expect(areas.map(({ area, covered, total }) => [area, covered, total])).toEqual([
      ['SHELL', 1, 2],
      ['ZAPS', 1, 1],
    ]);
    expect(areas[0]?.missing.map(({ id }) => id)).toEqual(['SHELL-02']);
  });

  it.each(['failed', 'skipped'] as const)('does not cover the ids of a %s test', (outcome) => {
    expect(coverage(rows, [result(`x ${tag('ZAPS-01')}`, outcome)]).areas[1]?.covered).toBe(0);
  });

  it('does not cover an id with a passing and a failing test', () => {
    const { areas } = coverage(rows, [
      result(`x ${tag('ZAPS-01')}`, 'passed'),
      result(`y ${tag('ZAPS-01')}`, 'failed'),
    ]);
    expect(areas[1]?.covered).toBe(0);
  });

  it('names ids without a requirement', () => {
    expect(coverage(rows, [result(`x ${tag('SHELL-99')}`, 'passed')]).unknown).toEqual([
      { id: 'SHELL-99', title: `x ${tag('SHELL-99')}` },
    ]);
  });

  it('is shown as a table with a sum', () => {
    const { areas } = coverage(rows, [result(`x ${tag('SHELL-01')}`, 'passed')]);
    expect(table(['area', 'proven', 'of'], coverageRows(areas))).toBe(
      ['area   proven  of', '─────  ──────  ──', 'SHELL       1   2', 'ZAPS        0   1', 'all         1   3'].join(
        '\n',
      ),
    );
    expect(markdownTable(['a', 'b'], [['1', '2']])).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });
});
