import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Interrupted } from './output';
import { runTool, UsageError } from './run-tool';

const USAGE = 'Usage: npm run lamp -- NAME';
const home = mkdtempSync(join(tmpdir(), 'storyreel-tool-'));
const before = {
  exitCode: process.exitCode,
  home: process.env.STORYREEL_HOME,
  listeners: [process.stdout, process.stderr].map((stream) => [stream, stream.listeners('error')] as const),
};
let out: string;
let err: string;
beforeEach(() => {
  process.env.STORYREEL_HOME = home;
  out = err = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))));
});
afterEach(() => {
  jest.restoreAllMocks();
  // Remove the listeners that a tool has added, since they would stay for the whole process.
  for (const [stream, kept] of before.listeners) {
    for (const listener of stream.listeners('error')) {
      if (!kept.includes(listener)) stream.off('error', listener as () => void);
    }
  }
  process.exitCode = before.exitCode;
});
afterAll(() => {
  rmSync(home, { recursive: true });
  if (before.home === undefined) delete process.env.STORYREEL_HOME;
  else process.env.STORYREEL_HOME = before.home;
});

describe('a command-line tool', () => {
  it.each([['--help'], ['-h'], ['export --out x --help']])('prints its usage, and does nothing: %s', async (line) => {
    const tool = jest.fn();
    await runTool(USAGE, tool, line.split(' '));
    expect({ out, err, exitCode: process.exitCode }).toEqual({
      out: `${USAGE}\n`,
      err: '',
      exitCode: before.exitCode,
    });
    expect(tool).not.toHaveBeenCalled();
  });

  it('takes everything after -- literally', async () => {
    const tool = jest.fn(() => Promise.resolve());
    await runTool(USAGE, tool, ['grep', '--', '--help']);
    expect(tool).toHaveBeenCalledWith(expect.anything(), ['grep', '--', '--help']);
  });

  it.each([
    ['of ours', () => Promise.reject(new UsageError('Name one.')), 'Name one.'],
    ['of Node', () => Promise.resolve(void parseArgs({ args: ['--no'], options: {} })), "Unknown option '--no'"],
  ])('distinguishes unknown arguments, with an error %s, from a failure', async (_whose, tool, message) => {
    await runTool(USAGE, tool, []);
    expect(err).toBe(`${message}\n${USAGE}\n`);
    expect(process.exitCode).toBe(2);
  });

  it('names the failure in one sentence', async () => {
    const missing = join(home, 'missing');
    await runTool(USAGE, async () => void (await readFile(missing)), []);
    expect(err).toBe(`There is no ${missing}.\n`);
    expect(process.exitCode).toBe(1);
    err = '';
    await runTool(USAGE, () => Promise.reject(new Error('The log is away.')), []);
    expect(err).toBe('The log is away.\n');
  });

  it.each(['stdout', 'stderr'] as const)('continues to its end when its %s is closed', async (name) => {
    let ended = false;
    const tool = () => {
      process[name].emit('error', failure('EPIPE'));
      ended = true;
      return Promise.resolve();
    };
    await runTool(USAGE, tool, []);
    expect({ ended, err, exitCode: process.exitCode }).toEqual({ ended: true, err: '', exitCode: before.exitCode });
  });

  it('reports once, and by its exit code, that its output cannot be written', async () => {
    const full = failure('ENOSPC');
    const tool = () => {
      process.stdout.emit('error', full);
      return Promise.reject(full);
    };
    await runTool(USAGE, tool, []);
    expect({ err, exitCode: process.exitCode }).toEqual({ err: 'write ENOSPC\n', exitCode: 1 });
  });

  it.each([
    ['Ctrl-C', 'SIGINT', 130],
    ['a kill command', 'SIGTERM', 143],
  ])('reports an interruption by %s, and ends with the exit code that shells expect', async (_who, name, exitCode) => {
    const interrupted = AbortSignal.abort(name);
    await runTool(USAGE, () => Promise.reject(new Interrupted(interrupted, 'The lamp is not lit.')), []);
    expect({ err, exitCode: process.exitCode }).toEqual({ err: 'Interrupted: The lamp is not lit.\n', exitCode });
  });
});

const failure = (code: string) => Object.assign(new Error(`write ${code}`), { code });

/** Modules that a tool may load before it has read its arguments; none of them loads the application. */
const LIGHT = new Set([
  '@storyreel/contracts',
  '../lib/tool-command',
  './output',
  './run-tool',
  './events/request',
  './events/describe-event',
]);

describe('the help of every tool', () => {
  const tools = readdirSync(__dirname).flatMap((name) => {
    if (!name.endsWith('.ts')) return [];
    const source = readFileSync(join(__dirname, name), 'utf8');
    return source.includes('\nvoid runTool(') ? [[name, source] as const] : [];
  });

  it.each(tools)('is quick, since %s loads the application only when it is needed', (_, source) => {
    const loaded = [...source.matchAll(/^import (?!type )[^;]*? from '([^']+)';$/gm)].map(([, from]) => from ?? '');
    expect(loaded.filter((from) => !from.startsWith('node:') && !LIGHT.has(from))).toEqual([]);
  });

  it('is tested for all of them', () => expect(tools.length).toBeGreaterThanOrEqual(9));
});
