import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';
import { toolCommand } from './tool-command.mjs';
import { TOOLS } from './tools.mjs';

/** Required at run time, because it belongs to another project of the compiler. */
const ofTheBackEnd = jest.requireActual<{ toolCommand: typeof toolCommand }>(
  inRoot('backend/src/lib/tool-command.ts'),
).toolCommand;

describe('the command line of a tool', () => {
  it.each([
    ['in a checkout', {}],
    ['in the image', { STORYREEL_TOOLS: 'storyreel' }],
  ])('is the back end’s, %s', (_where, environment) => {
    for (const args of ['', '--help']) {
      expect(toolCommand('make', args, environment)).toBe(ofTheBackEnd('make', args, environment));
    }
  });

  it('is never written in one form only, where the image has another', () => {
    const names = Object.keys(TOOLS).join('|');
    const inOneForm = filesBelow(['backend/src'])
      .filter((file) => file.endsWith('.ts') && !/[\\/]testing[\\/]/.test(file) && !file.endsWith('tool-command.ts'))
      .flatMap((file) => {
        const lines = readFileSync(inRoot(file), 'utf8').split('\n');
        const isCode = (line: string) => !/^\s*(\/\/|\*|\/\*\*|<!--)/.test(line);
        return lines.filter((line) => isCode(line) && new RegExp(`npm run (${names})\\b`).test(line)).map(() => file);
      });
    expect(inOneForm).toEqual([]);
  });
});

describe('the executable storyreel', () => {
  const storyreel = (...args: string[]) =>
    spawnSync(process.execPath, [inRoot('scripts/storyreel.mjs'), ...args], { encoding: 'utf8' });

  it.each([
    ['lists the tools', ['--help'], 0, 'stdout', 'Usage: storyreel TOOL …'],
    ['lists the tools when none is named', [], 2, 'stderr', 'Name a tool.\nUsage: storyreel TOOL …'],
    ['reports an unknown tool', ['lamp'], 2, 'stderr', "There is no tool 'lamp'.\nUsage: storyreel TOOL …"],
    ['runs a tool with its arguments', ['demo', '--help'], 0, 'stdout', 'Usage: storyreel demo [--server URL]'],
    ['shows the usage of a tool', ['make', '--help'], 0, 'stdout', 'Usage: storyreel make STORY.txt --out OUT.zip'],
  ] as const)('%s', (_what, args, status, stream, text) => {
    const ended = storyreel(...args);
    expect(ended.status).toBe(status);
    expect(ended[stream]).toContain(text);
  });

  it('is started by the file that the image has on its PATH', () => {
    const text = readFileSync(inRoot('docker/storyreel'), 'utf8');
    expect(path.basename(/"\$\(dirname "\$0"\)\/\.\.\/(\S+)"/.exec(text)?.[1] ?? '')).toBe('storyreel.mjs');
  });
});
