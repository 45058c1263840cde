import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { TOOLS } from '../tools.mjs';
import { inRoot } from '../paths.mjs';
import { filesInContext } from './context.mjs';
import { placesOf, takenFromContext } from './copied.mjs';
import { readStages } from './dockerfile.mjs';

const context = filesInContext();
const stages = readStages();
const stage = (name: string) => {
  const found = stages.find((each) => each.name === name);
  if (!found) throw new Error(`The Dockerfile has no stage ${name}.`);
  return found;
};
const text = (file: string) => readFileSync(inRoot(file), 'utf8');
/** Parses TypeScript's JSON, which may have comments and trailing commas. */
const json = (file: string) => parse(text(file)) as { references?: { path: string }[]; extends?: string };

describe('the build context of the image', () => {
  it('has the sources, without tests, packages, builds and secrets', () => {
    expect(context).toEqual(expect.arrayContaining(['package-lock.json', 'backend/src/main.ts', 'docs/events.md']));
    const kept = context.filter((file) => /\.spec\.tsx?$|(^|\/)(node_modules|dist|\.git|\.env[^/]*)(\/|$)/.test(file));
    expect(kept).toEqual([]);
  });

  it.each(stages.map(({ name }) => name))('has every file that the stage %s copies from it', (name) => {
    expect(takenFromContext(stage(name), context).size).toBeGreaterThan(0);
  });

  it('has every reference of each tsconfig.json that is copied to be built', () => {
    const taken = takenFromContext(stage('build'), context);
    const configs = [...taken].filter(([to]) => path.posix.basename(to) === 'tsconfig.json');
    const missing = configs.flatMap(([to, from]) => {
      const { references = [], extends: base } = json(from);
      const folder = path.posix.dirname(to);
      const wanted = [
        ...references.map((reference) => path.posix.resolve(folder, reference.path, 'tsconfig.json')),
        ...(base === undefined ? [] : [path.posix.resolve(folder, base)]),
      ];
      return wanted.filter((file) => !taken.has(file)).map((file) => `${from} names ${file}`);
    });
    expect(configs.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });

  it('has package.json of every workspace, in each stage that installs packages', () => {
    const { workspaces } = JSON.parse(text('package.json')) as { workspaces: string[] };
    for (const name of ['build', 'packages']) {
      const taken = takenFromContext(stage(name), context);
      for (const workspace of workspaces) expect([...taken.keys()]).toContain(`/app/${workspace}/package.json`);
    }
  });
});

describe('the image', () => {
  const image = takenFromContext(stage('image'), context);

  it('has all imports of its scripts at their start', () => {
    const scripts = [...image].filter(([to]) => to.endsWith('.mjs'));
    const missing = scripts.flatMap(([to, from]) =>
      [...text(from).matchAll(/^(?:import|export) .*?from '(\.[^']+)'/gm)]
        .map(([, module = '']) => path.posix.resolve(path.posix.dirname(to), module))
        .filter((module) => !image.has(module))
        .map((module) => `${from} imports ${module}`),
    );
    expect(scripts.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  it('has a tool for each npm script that administers an installation', () => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(Object.keys(TOOLS)));
    const ofTools = Object.entries(scripts).filter(
      ([name, line]) =>
        line === `node scripts/${name}.mjs` && /run-tool|running-server/.test(text(`scripts/${name}.mjs`)),
    );
    expect(ofTools.map(([name]) => name).sort()).toEqual(Object.keys(TOOLS).sort());
  });

  it('has no tool that is missing from the operations page', () => {
    const section = /^## Containers$(.*?)^## /ms.exec(text('docs/operations.md'))?.[1] ?? '';
    const named = [...section.matchAll(/^\| `(\w+)` +\| ([a-z/].*?) +\|$/gm)].map(([, name, does]) => [name, does]);
    expect(named).toEqual(expect.arrayContaining(Object.entries(TOOLS)));
  });

  it('has the executable storyreel on its PATH, and passes its name to the tools', () => {
    const set = new Map(stage('image').steps.flatMap((step) => (step.does === 'set' ? [[step.name, step.value]] : [])));
    const folder = set.get('PATH')?.split(':')[0];
    expect(image.get(`${folder}/storyreel`)).toBe('docker/storyreel');
    expect(set.get('STORYREEL_TOOLS')).toBe('storyreel');
    expect(existsSync(inRoot('docker/storyreel'))).toBe(true);
  });
});

describe('a COPY', () => {
  const files = ['a.txt', 'dir/b.txt', 'dir/deep/c.txt'];
  const filesAt = (source: string) => {
    const found = files.filter((file) => file === source || file.startsWith(`${source}/`));
    return found.length === 0 ? null : found;
  };
  const copy = (sources: string[], target: string) =>
    placesOf({ does: 'copy', from: null, sources, target }, '/app', filesAt);

  it.each([
    ['a file into a folder', ['a.txt'], 'x/', [['a.txt', '/app/x/a.txt']]],
    ['a file to a name', ['a.txt'], 'x', [['a.txt', '/app/x']]],
    [
      'several files',
      ['a.txt', 'dir/b.txt'],
      './',
      [
        ['a.txt', '/app/a.txt'],
        ['dir/b.txt', '/app/b.txt'],
      ],
    ],
    [
      'a folder’s content',
      ['dir'],
      'y',
      [
        ['dir/b.txt', '/app/y/b.txt'],
        ['dir/deep/c.txt', '/app/y/deep/c.txt'],
      ],
    ],
  ])('puts %s where Docker does', (_what, sources, target, expected) => {
    expect(copy(sources, target).map(({ from, to }) => [from, to])).toEqual(expected);
  });

  it('of a missing file fails', () => {
    expect(() => copy(['absent'], './')).toThrow('COPY absent: there is no such file or folder.');
  });
});
