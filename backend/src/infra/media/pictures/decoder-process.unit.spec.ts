import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { blackPng, lyingGif } from '../../../testing/crafted-pictures';
import { DecoderFailed, DecoderProcess } from './decoder-process';

const PROGRAM = path.join(__dirname, 'decode-picture.ts');
const png = createCanvas(80, 40).toBuffer('image/png');
const ask = (decoder: DecoderProcess, bytes: Uint8Array) =>
  decoder.decode({ bytes, maxPixels: 50_000_000, stills: [{ maxWidth: 10, maxHeight: 10, quality: 80 }] });
const onLinux = process.platform === 'linux' ? describe : describe.skip;

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'storyreel-decoder-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a decoder program with the given code. */
function program(text: string): string {
  const file = path.join(mkdtempSync(path.join(folder, 'program-')), 'program.js');
  writeFileSync(file, text);
  return file;
}
const LOADED = 'process.send({ ownKib: 100_000 });';
const withPicture = (act: string) => program(`process.once('message', () => { ${act} }); ${LOADED}`);

describe('a decoder that ends without an answer', () => {
  it.each([
    ['it cannot be found', () => path.join(folder, 'absent.js'), 'before its picture came by code 1'],
    ['it ends before it has loaded', () => program('process.exit(3);'), 'before its picture came by code 3'],
    ['it is killed', () => withPicture("process.kill(process.pid, 'SIGKILL');"), 'with its picture by SIGKILL'],
    ['it aborts, as it does out of memory', () => withPicture('process.abort();'), 'with its picture by SIGABRT'],
    ['V8 gives up', () => withPicture("process.kill(process.pid, 'SIGTRAP');"), 'with its picture by SIGTRAP'],
    ['it throws', () => withPicture("throw new Error('no canvas');"), 'no canvas'],
  ])('has failed, without calling the picture damaged, when %s', async (_, file, detail) => {
    const failed = ask(new DecoderProcess({}, file()), png);
    await expect(failed).rejects.toThrow(DecoderFailed);
    await expect(failed).rejects.toMatchObject({ code: 'unavailable', detail: expect.stringContaining(detail) });
  });

  it('has failed when it takes too long', async () => {
    const decoder = new DecoderProcess({ timeMs: 2_000 }, withPicture('setInterval(() => 0, 1_000);'));
    await expect(ask(decoder, png)).rejects.toMatchObject({ detail: expect.stringContaining('by SIGKILL') });
  });

  it('has failed when the system starts no process, and works again as soon as it does', async () => {
    const decoder = new DecoderProcess();
    const { execPath } = process;
    process.execPath = path.join(folder, 'no-node');
    const failed = ask(decoder, png);
    await expect(failed).rejects.toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/started/) });
    process.execPath = execPath;
    await expect(ask(decoder, png)).resolves.toMatchObject({ problem: null });
  });

  it.each(['SIGSEGV', 'SIGBUS', 'SIGFPE'])(
    'reports a damaged picture when the picture made it crash: %s',
    async (name) => {
      const decoder = new DecoderProcess({}, withPicture(`process.kill(process.pid, '${name}');`));
      await expect(ask(decoder, png)).resolves.toEqual({ problem: 'unreadable' });
    },
  );
});

onLinux('the memory of a decoder', () => {
  /** A file with its header and full length, but nothing that can be decoded. */
  const garbled = createCanvas(800, 400).toBuffer('image/webp').fill(0, 32);
  /** Code that takes 1,200 MB before its image arrives, which is more than an image may take. */
  const heavy = () =>
    program(`globalThis.kept = new ArrayBuffer(1_200 * 1_048_576);
      require(${JSON.stringify(require.resolve('tsx/cjs'))});
      require(${JSON.stringify(PROGRAM)});`);

  it.each([
    ['as it is', () => PROGRAM],
    ['that takes much memory before the picture arrives', heavy],
  ])('has memory for itself and for a picture: a decoder %s', async (_, file) => {
    const decoder = new DecoderProcess({ timeMs: 110_000 }, file());
    // The first image needs 200 MB, so it is decoded and then has too many pixels. The second needs 1.6 GB, which is
    // more than the limit.
    await expect(ask(decoder, lyingGif(7_100, 7_100))).resolves.toEqual({ problem: 'too many pixels' });
    await expect(ask(decoder, lyingGif(20_000, 20_000))).resolves.toEqual({ problem: 'unreadable' });
  });

  it('has run out of memory when an intact picture cannot be decoded, but not when a damaged one cannot', async () => {
    const decoder = new DecoderProcess({ memoryMb: 60 });
    await expect(ask(decoder, blackPng(7_000, 7_000))).rejects.toMatchObject({
      detail: expect.stringContaining('Array buffer allocation failed'),
    });
    await expect(ask(decoder, garbled)).resolves.toEqual({ problem: 'unreadable' });
  });
});
