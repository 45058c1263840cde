import { Readable } from 'node:stream';
import { createCanvas } from '@napi-rs/canvas';
import { imageSize } from './image-size';
import { inspectFile } from './inspect-file';

const canvas = createCanvas(37, 21);
canvas.getContext('2d').fillRect(3, 3, 9, 9);
const inspect = (bytes: Uint8Array, declared: string) =>
  inspectFile(Readable.from([Buffer.from(bytes)], { objectMode: false }), declared);
/** A WAV file of one sample. */
const wav = Buffer.concat([
  Buffer.from(
    'RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x02\0\0\0\0\0',
    'latin1',
  ),
]);
const ftyp = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08free', 'latin1');

describe.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('a %s picture', (format) => {
  it('is known by its bytes, whatever type was declared', async () => {
    await expect(inspect(await canvas.encode(format as 'png'), 'image/x-other')).resolves.toBe(`image/${format}`);
  });
  it('tells its size in its header', async () => {
    const bytes = Buffer.from(await canvas.encode(format as 'png'));
    expect(imageSize(bytes, `image/${format}`)).toEqual({ width: 37, height: 21 });
  });
  it('has no size when it is cut short', async () => {
    const bytes = Buffer.from(await canvas.encode(format as 'png'));
    expect(imageSize(bytes.subarray(0, 9), `image/${format}`)).toBeNull();
  });
});

describe('what is no picture', () => {
  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
  ])('%s is refused', async (_, text) => {
    await expect(inspect(Buffer.from(text), 'image/png')).resolves.toBeNull();
  });
  it('a header without a picture is refused', async () => {
    const png = await canvas.encode('png');
    await expect(inspect(png.subarray(0, 60), 'image/png')).resolves.toBeNull();
  });
  it('a picture of far too many pixels is refused before it is decoded', async () => {
    const png = Buffer.from(await canvas.encode('png'));
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(60_000, 20);
    await expect(inspect(png, 'image/png')).resolves.toBeNull();
  });
  it('a sound is refused as a picture', async () => {
    await expect(inspect(wav, 'image/png')).resolves.toBeNull();
  });
});

describe('a recording', () => {
  it('of sound is taken as such', async () => {
    await expect(inspect(wav, 'audio/x-wav')).resolves.toBe('audio/wav');
  });
  it('of sound is refused as a film', async () => {
    await expect(inspect(wav, 'video/mp4')).resolves.toBeNull();
  });
  it('in a container for both is what its sender says', async () => {
    await expect(inspect(ftyp, 'audio/mp4')).resolves.toBe('audio/mp4');
    await expect(inspect(ftyp, 'video/mp4')).resolves.toBe('video/mp4');
  });
  it('that is a picture is refused', async () => {
    await expect(inspect(await canvas.encode('png'), 'video/mp4')).resolves.toBeNull();
  });
});
