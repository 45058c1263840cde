import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runEspeak } from './run-espeak';
import { findEspeak } from './sandbox-speech';
import { secondsToSay, speak } from './speak';
import { silentWav } from './wav';

const line = { text: '-v evil\n--stdin [[boom]]', voice: 'en-gb+f2', speed: 1.5 };
const HEAD = 44;
const SECOND = 44_100;

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'espeak-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that stands for espeak-ng: it writes down what it was asked. */
async function program(body: string): Promise<string> {
  const path = join(folder, 'espeak-ng');
  await writeFile(path, `#!${process.execPath}\nconst fs = require('node:fs');\n${body}`);
  await chmod(path, 0o755);
  return path;
}
const speaks = (seconds: number) => {
  const wav = silentWav(seconds);
  // As it writes to a pipe: the sizes are not known yet.
  wav.writeUInt32LE(0x7ffff024, 4);
  wav.writeUInt32LE(0x7ffff000, 40);
  return `fs.writeFileSync(${JSON.stringify(join(folder, 'asked'))}, JSON.stringify([process.argv.slice(2), fs.readFileSync(0, 'utf8')]));
process.stdout.write(Buffer.from(${JSON.stringify(wav.toString('base64'))}, 'base64'));`;
};

describe('a line in the sandbox', () => {
  it('is spoken by espeak-ng, which gets the text as its input and never as an option', async () => {
    const wav = await speak(await program(speaks(2)), line);
    expect(JSON.parse(await readFile(join(folder, 'asked'), 'utf8'))).toEqual([
      ['-v', 'en-gb+f2', '-s', '240', '-b', '1', '--stdin', '--stdout'],
      '-v evil\n--stdin [ [boom]]',
    ]);
    expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, 2 * SECOND]);
  });

  it('is silence of the length that it would take where there is none, a second at least', async () => {
    const wav = await speak(null, { text: 'a'.repeat(45), voice: 'en', speed: 1 });
    expect(wav.length).toBe(HEAD + 3 * SECOND);
    expect(wav.subarray(HEAD).every((byte) => byte === 0)).toBe(true);
    expect([secondsToSay({ text: '🌊', speed: 1 }), secondsToSay({ text: 'a'.repeat(60), speed: 2 })]).toEqual([1, 2]);
  });

  it('of which espeak-ng makes nothing is silence too', async () => {
    expect(await speak(await program(''), { ...line, text: '…' })).toHaveLength(HEAD + SECOND);
  });
});

describe('espeak-ng', () => {
  it('that fails is quoted', async () => {
    const path = await program(`process.stderr.write('No such voice.'); process.exitCode = 2;`);
    await expect(runEspeak(path, line)).rejects.toThrow('espeak-ng ended with code 2: No such voice.');
  });

  it('that takes too long, says too much or is not wanted any more is ended', async () => {
    const silent = await program('setInterval(() => undefined, 1000);');
    await expect(runEspeak(silent, line, { timeoutMs: 50 })).rejects.toThrow(/longer than 50 ms/);
    const abort = new AbortController();
    const unwanted = runEspeak(silent, line, { signal: abort.signal });
    abort.abort(new Error('unwanted'));
    await expect(unwanted).rejects.toThrow('unwanted');
    const endless = await program('const more = () => process.stdout.write(Buffer.alloc(65536), more); more();');
    await expect(runEspeak(endless, line, { mostBytes: 100_000 })).rejects.toThrow(/more than 100000 bytes/);
  });

  it('is the configured one, else the system’s', async () => {
    const path = await program('');
    expect([findEspeak(path), findEspeak(undefined, { PATH: `/nowhere:${folder}` })]).toEqual([path, path]);
    expect(findEspeak(undefined, { PATH: '/nowhere' })).toBeNull();
    expect(() => findEspeak('/nowhere/espeak-ng')).toThrow(/ESPEAK_PATH points to/);
  });
});
