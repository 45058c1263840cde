import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filesBelow, fingerprint, readStamp, writeStamp } from './fingerprint.mjs';
import { nodeVersionProblem } from './node-version.mjs';
import { inRoot } from './paths.mjs';
import { prefixedLines, run } from './run.mjs';

describe('the Node version check', () => {
  it.each(['v20.19.0', 'v20.20.2', 'v22.0.0', 'v100.1.0'])('accepts %s', (version) => {
    expect(nodeVersionProblem(version, '>=20.19')).toBeNull();
  });

  it.each(['v20.18.9', 'v18.99.0', 'v9.0.0'])('names the required version on %s', (version) => {
    expect(nodeVersionProblem(version, '>=20.19')).toContain(`needs Node.js 20.19 or newer, and this is ${version}`);
  });
});

describe('a folder of sources', () => {
  let root: string;
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };

  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'storyreel-fingerprint-'));
    put('src/a.ts', 'a');
    put('src/deep/b.ts', 'b');
    put('src/a.unit.spec.ts', 'spec');
    put('src/node_modules/x.js', 'x');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is listed without its tests and its packages', () => {
    expect(filesBelow(['src', 'absent'], root)).toEqual(['src/a.ts', path.join('src', 'deep', 'b.ts')]);
  });

  it('keeps its fingerprint when only a test changes', () => {
    const before = fingerprint(['src'], root);
    put('src/a.unit.spec.ts', 'another');
    expect(fingerprint(['src'], root)).toBe(before);
  });

  it.each([
    ['the content of a file changes', () => put('src/a.ts', 'A')],
    ['a file is added', () => put('src/c.ts', '')],
    ['text moves from one file to the next', () => (put('src/a.ts', ''), put('src/deep/b.ts', 'ab'))],
  ])('has another fingerprint when %s', (_what, change) => {
    const before = fingerprint(['src'], root);
    change();
    expect(fingerprint(['src'], root)).not.toBe(before);
  });

  it('remembers a stamp, and has none before', () => {
    expect(readStamp('build', root)).toBeNull();
    writeStamp('build', 'value', path.join(root, 'cache'));
    expect(readStamp('build', path.join(root, 'cache'))).toBe('value');
  });
});

describe('a program started by a script', () => {
  it('returns its exit code and its output', async () => {
    const ended = await run(process.execPath, ['-e', 'console.log("hi"); process.exit(3)'], { capture: true });
    expect(ended).toEqual({ code: 3, output: 'hi\n', timedOut: false });
  });

  it('has its output passed on, and the end of it kept', async () => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const script = 'for (let i = 0; i < 5000; i++) console.log("line", i)';
      const { output } = await run(process.execPath, ['-e', script], { overhear: true });
      const passedOn = write.mock.calls.map(([chunk]) => String(chunk)).join('');
      expect(passedOn).toContain('line 0\n');
      expect(passedOn.endsWith('line 4999\n')).toBe(true);
      expect(output).toBe(passedOn.slice(-8_000));
    } finally {
      write.mockRestore();
    }
  });

  it('is finished when it ends, also while a process that it left running holds its output', async () => {
    const left = `const { spawn } = require('child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit', detached: true });
      child.unref(); console.log(child.pid);`;
    const { code, output } = await run(process.execPath, ['-e', left], { capture: true });
    // The detached child has survived until here.
    expect(process.kill(Number(output), 'SIGKILL')).toBe(true);
    expect(code).toBe(0);
  });

  it('prefixes each line with its name, where several run beside each other', async () => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const script = 'process.stdout.write("one\\ntwo")';
      expect((await run(process.execPath, ['-e', script], { prefix: 'a │ ' })).output).toBe('one\ntwo');
      expect(write.mock.calls.map(([chunk]) => String(chunk)).join('')).toBe('a │ one\na │ two\n');
    } finally {
      write.mockRestore();
    }
  });

  it('prints whole lines, however they arrive', () => {
    const written: string[] = [];
    const { take, end } = prefixedLines('a │ ', (text) => written.push(text));
    for (const text of ['on', 'e\n\ntw', 'o', '\n', 'thr', 'ee']) take(text);
    end();
    expect(written).toEqual(['a │ one\na │ \n', 'a │ two\n', 'a │ three\n']);
  });

  it('is stopped with all that run beside it, and nothing starts after them', async () => {
    const lasting = (atEnd: string) => `process.on('SIGTERM', () => { ${atEnd} });
      setInterval(() => 0, 1000); console.log('running');`;
    const script = `import { run } from ${JSON.stringify(inRoot('scripts/lib/run.mjs'))};
      const start = (program) => run(process.execPath, ['-e', program], {});
      start(${JSON.stringify(lasting('process.exit()'))}).then(() => start('console.log("begins anew")'));
      start(${JSON.stringify(lasting('setTimeout(() => (console.log("the last"), process.exit()), 100)'))});`;
    const all = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    all.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed === 'running\nrunning\n') all.kill('SIGTERM');
    });
    const code = await new Promise((resolve) => all.once('close', resolve));
    expect([code, printed]).toEqual([143, 'running\nrunning\nthe last\n']);
  });

  it('returns code 127 when it does not exist', async () => {
    expect((await run('storyreel-no-such-program', [], { capture: true })).code).toBe(127);
  });

  it('is stopped, with its child processes, when it takes too long', async () => {
    const nested = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit' })`;
    const ended = await run(process.execPath, ['-e', nested], { capture: true, timeoutMs: 300 });
    expect(ended).toMatchObject({ code: 1, timedOut: true });
  });
});
