import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSpeaker } from './run-speaker';
import { findEspeak } from './sandbox-speech';
import { loudness, speak } from './speak';
import type { Line } from './speak';
import { engineVoice, findVoice } from './voices';

const line: Line = { text: '-v evil\n--stdin [[boom]]', engine: 'espeak', voice: 'en-gb+f2', speed: 1.5 };
const HEAD = 44;

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'espeak-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes an executable with this code that stands in for espeak-ng. */
async function program(body: string): Promise<string> {
  const path = join(folder, 'espeak-ng');
  await writeFile(path, `#!${process.execPath}\nconst fs = require('node:fs');\n${body}`);
  await chmod(path, 0o755);
  return path;
}
const speaker = async (body: string) => ({ name: 'espeak-ng', file: await program(body), args: [] });
/**
 * Returns code that records its arguments and input, and outputs two seconds of one sample value as a WAV whose header
 * lacks the sizes, like one written to a pipe.
 */
function sounds(value: number): string {
  const wav = Buffer.alloc(HEAD + 2 * 44_100);
  wav.write('RIFF\xff\xff\xff\x7fWAVEfmt ', 'latin1');
  wav.writeUInt16LE(16, 34);
  wav.write('data\xff\xff\xff\x7f', 36, 'latin1');
  for (let at = HEAD; at < wav.length; at += 2) wav.writeInt16LE(value, at);
  return `fs.writeFileSync(${JSON.stringify(join(folder, 'asked'))}, JSON.stringify([process.argv.slice(2), fs.readFileSync(0, 'utf8')]));
process.stdout.write(Buffer.from(${JSON.stringify(wav.toString('base64'))}, 'base64'));`;
}
const secondsOf = (wav: Buffer): number => wav.readUInt32LE(40) / wav.readUInt32LE(28);

/** Speaks as the sandbox does on a machine without an espeak-ng of its own. */
async function say(text: string, id = 'auto-low', { speed = 1, timeoutMs = 60_000 } = {}): Promise<Buffer> {
  const voice = findVoice(id);
  if (!voice) throw new Error(`There is no voice ${id}`);
  const { wav } = await speak({ text, speed, ...engineVoice(voice, text) }, { espeak: null, timeoutMs });
  return wav;
}

describe('a line in the sandbox, on a machine without a speech program', () => {
  const path = process.env.PATH;
  beforeEach(() => (process.env.PATH = ''));
  afterEach(() => (process.env.PATH = path));

  const fox = 'The quick fox wandered home along the quiet shore, thinking of warm bread and an evening by the fire.';
  it.each([
    ['English', 'en-low', fox, [4.5, 8]],
    ['Scottish English', 'en-scotland-low', fox, [4.5, 8]],
    ['German', 'de-low', 'Der Müller „lief“ über die Straße, und zwölf Hunde liefen hinter ihm her.', [3, 7]],
    ['Japanese kana', 'ja-high', 'ねこは うたを うたいながら、しずかに いえへ かえりました。', [2, 8]],
    // espeak-ng by itself says 'Chinese letter' for each character, which takes 16 s.
    ['Japanese with Chinese characters', 'auto-low', '静かな夜、雪が降る。昔々、山の中に老人が住んでいた。', [4, 9]],
    ['Chinese', 'auto-high', '从前有一个小女孩，她住在海边的小屋里。', [2, 8]],
    ['Russian in the voice that follows the words', 'auto-low', 'Кот тихо пошёл домой вдоль берега моря.', [1.5, 5]],
  ])('is spoken: %s', async (_, voice, text, [least = 0, most = 0]) => {
    const wav = await say(text, voice);
    expect(loudness(wav)).toBeGreaterThan(-40);
    expect(secondsOf(wav)).toBeGreaterThan(least);
    expect(secondsOf(wav)).toBeLessThan(most);
  });

  it.each(['en-low', 'de-low'])(
    'is never read as an option, and spoken completely with its signs and lines: %s',
    async (voice) => {
      const plain = secondsOf(await say('Version evil. He said no thing at all and went.', voice));
      const odd = '--version\n-v evil "He said \'no\'" $(thing) `at` \\all;\r\n\n-o /tmp/went.wav';
      const seconds = secondsOf(await say(odd, voice));
      expect(seconds).toBeGreaterThan(plain * 0.7);
      expect(seconds).toBeLessThan(plain * 3);
    },
  );

  it.each(['en-high', 'de-high'])('is shorter at a higher speed: %s', async (voice) => {
    const [slow, quick] = await Promise.all(
      [1, 2].map((speed) => say('The fox went home by the shore.', voice, { speed })),
    );
    if (!slow || !quick) throw new Error('Both were asked for');
    expect(secondsOf(slow) / secondsOf(quick)).toBeGreaterThan(1.4);
    expect(secondsOf(slow) / secondsOf(quick)).toBeLessThan(2.3);
  });

  it('is spoken in one piece when it is long', async () => {
    expect(secondsOf(await say(`${fox} `.repeat(5), 'en-low'))).toBeGreaterThan(20);
  });

  it('is aborted after its time limit, and leaves no folder behind', async () => {
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('storyreel-speech-'));
    const before = await left();
    await expect(say(fox, 'en-low', { timeoutMs: 5 })).rejects.toThrow('Flite took longer than 5 ms');
    await expect(say('Ja.', 'de-low', { timeoutMs: 5 })).rejects.toThrow('espeak-ng took longer than 5 ms');
    expect((await left()).filter((name) => !before.includes(name))).toEqual([]);
  });

  it('fails with the name of the program', async () => {
    const unknown = { text: 'Ja.', engine: 'espeak' as const, voice: 'nobody', speed: 1 };
    await expect(speak(unknown, { espeak: null })).rejects.toThrow(/espeak-ng ended with code 1: .*voice/s);
  });
});

describe('a line in the sandbox, with a configured espeak-ng', () => {
  it('is its input and never read as an option', async () => {
    const { wav } = await speak(line, { espeak: await program(sounds(1000)) });
    expect(JSON.parse(await readFile(join(folder, 'asked'), 'utf8'))).toEqual([
      ['-v', 'en-gb+f2', '-s', '240', '-b', '1', '--stdin', '--stdout'],
      '-v evil\n--stdin [ [boom]]',
    ]);
    expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, 2 * 44_100]);
  });

  it.each([
    ['zeros', sounds],
    ['nothing', () => ''],
  ])('fails when the output is %s: silence is not narration', async (_, body) => {
    await expect(speak(line, { espeak: await program(body(0)) })).rejects.toThrow(/what it made is silent/);
  });

  it('uses the ESPEAK_PATH program, and no other on the machine', async () => {
    const path = await program('');
    expect([findEspeak(path), findEspeak(), findEspeak('')]).toEqual([path, null, null]);
    expect(() => findEspeak('/nowhere/espeak-ng')).toThrow(/ESPEAK_PATH points to/);
  });
});

describe('a speech program', () => {
  it('has its error message quoted', async () => {
    const failing = await speaker(`process.stderr.write('No such voice.'); process.exitCode = 2;`);
    await expect(runSpeaker(failing, '')).rejects.toThrow('espeak-ng ended with code 2: No such voice.');
  });

  it('is killed when it takes too long, prints too much or is no longer needed', async () => {
    const silent = await speaker('setInterval(() => undefined, 1000);');
    await expect(runSpeaker(silent, '', { timeoutMs: 50 })).rejects.toThrow(/longer than 50 ms/);
    const abort = new AbortController();
    const unwanted = runSpeaker(silent, '', { signal: abort.signal });
    abort.abort(new Error('unwanted'));
    await expect(unwanted).rejects.toThrow('unwanted');
    const endless = await speaker('const more = () => process.stdout.write(Buffer.alloc(65536), more); more();');
    await expect(runSpeaker(endless, '', { mostBytes: 100_000 })).rejects.toThrow(/more than 100000 bytes/);
  });

  it('has its memory limited, and nothing of our environment', async () => {
    process.env.STORYREEL_TEST_SECRET = 'secret';
    const told = await runSpeaker(await speaker('console.log(JSON.stringify(process.env))'), '');
    delete process.env.STORYREEL_TEST_SECRET;
    expect(told.toString()).not.toContain('secret');
    const hungry = await speaker('const kept = []; for (;;) kept.push(Buffer.alloc(64 * 1024 * 1024, 1));');
    await expect(runSpeaker(hungry, '')).rejects.toThrow(/espeak-ng ended with/);
  });
});
