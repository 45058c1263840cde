import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { findFfmpeg, isWholeMov, runFfmpeg } from '@storyreel/ffmpeg';
import { labelIn } from '../../../testing/label-in';
import { half, head } from '../../../testing/outputs';
import { CLIP } from '../../../testing/samples';
import { pictureTypeOf } from '../pictures/picture-header';
import { labelStream } from './label-stream';
import { type DigitalSource, statedIn } from './xmp';

const MADE = 'trainedAlgorithmicMedia';
const MIXED = 'compositeWithTrainedAlgorithmicMedia';

/** @param pieces number of bytes that arrive at once */
function labelled(type: string, bytes: Buffer, source: DigitalSource = MADE, pieces = 1_000): Promise<Buffer> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, n) =>
    bytes.subarray(n * pieces, (n + 1) * pieces),
  );
  const stream = labelStream(type, source, 10_000_000);
  return buffer(stream ? Readable.from(chunks).pipe(stream) : Readable.from(chunks));
}

const canvas = createCanvas(91, 160);
const context = canvas.getContext('2d');
context.fillStyle = '#c04010';
context.fillRect(10, 20, 40, 90);

async function pixels(bytes: Buffer): Promise<Buffer> {
  const image = await loadImage(bytes);
  const drawn = createCanvas(image.width, image.height).getContext('2d');
  drawn.drawImage(image, 0, 0);
  return Buffer.from(drawn.getImageData(0, 0, image.width, image.height).data);
}

const PICTURES: [string, Buffer][] = [
  ['image/jpeg', canvas.toBuffer('image/jpeg')],
  ['image/png', canvas.toBuffer('image/png')],
  ['image/webp', canvas.toBuffer('image/webp', 80)],
];

describe.each(PICTURES)('an image as %s', (type, bytes) => {
  it('says that a model made it, and shows the same', async () => {
    const made = await labelled(type, bytes);
    expect([labelIn(bytes), labelIn(made), pictureTypeOf(made)]).toEqual([null, MADE, type]);
    expect((await pixels(made)).equals(await pixels(bytes))).toBe(true);
  });

  it('says it once, and the same bytes stay when nothing is new', async () => {
    const made = await labelled(type, bytes);
    expect((await labelled(type, made)).equals(made)).toBe(true);
    const mixed = await labelled(type, made, MIXED);
    expect([labelIn(mixed), pictureTypeOf(mixed)]).toEqual([MIXED, type]);
  });

  it('stays as it is when it is cut off, or another type', async () => {
    for (const broken of [bytes.subarray(0, 15), head('<!doctype html>')])
      expect((await labelled(type, broken)).equals(broken)).toBe(true);
  });
});

describe('a clip', () => {
  it.each([1, 7, 100_000])('says that a model made it, arriving %i bytes at a time', async (pieces) => {
    const made = await labelled('video/mp4', CLIP, MADE, pieces);
    expect([labelIn(CLIP), labelIn(made)]).toEqual([null, MADE]);
    expect(made.subarray(0, CLIP.length).equals(CLIP)).toBe(true);
  });

  it('says it once, and what it shows keeps its place', async () => {
    const made = await labelled('video/mp4', CLIP);
    expect((await labelled('video/mp4', made)).equals(made)).toBe(true);
    const mixed = await labelled('video/mp4', made, MIXED);
    expect([labelIn(mixed), mixed.subarray(0, CLIP.length).equals(CLIP)]).toEqual([MIXED, true]);
  });

  it('tells ffmpeg', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'label-'));
    try {
      const [path, told] = [join(folder, 'clip.mp4'), join(folder, 'told.txt')];
      writeFileSync(path, await labelled('video/mp4', CLIP));
      expect(await isWholeMov(path)).toBe(true);
      const args = ['-export_xmp', '1', '-i', path, '-f', 'ffmetadata', told];
      await runFfmpeg(await findFfmpeg(), args, { cwd: folder });
      expect(readFileSync(told, 'utf8')).toContain(`digitalsourcetype/${MADE}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('stays as it is when it is cut off, or its last part has no end', async () => {
    const open = Buffer.concat([CLIP, Buffer.from('\0\0\0\0mdat')]);
    for (const bytes of [half(CLIP), CLIP.subarray(0, -3), open])
      expect((await labelled('video/mp4', bytes)).equals(bytes)).toBe(true);
  });
});

it('whatever else a packet says stays', () => {
  const packet = '<x:xmpmeta><rdf:RDF><rdf:Description dc:creator="Ada"/></rdf:RDF></x:xmpmeta>';
  const said = statedIn(Buffer.from(packet), MADE).toString();
  expect(said).toMatch(
    /^<x:xmpmeta><rdf:RDF><rdf:Description dc:creator="Ada"\/><rdf:Description .*DigitalSourceType/u,
  );
  expect(statedIn(Buffer.from(said), MIXED).toString()).toBe(said.replace(MADE, MIXED));
});

it('a file that its maker signed with the type of source stays as it was signed', async () => {
  const signed = 'jumb c2pa http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
  const id = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from('uuid'), id, Buffer.from(signed)]);
  box.writeUInt32BE(box.length);
  const clip = Buffer.concat([CLIP, box]);
  expect((await labelled('video/mp4', clip)).equals(clip)).toBe(true);
  const [, jpeg = Buffer.alloc(0)] = PICTURES[0] ?? [];
  const segment = Buffer.from(`\xff\xeb\0\0${signed}`, 'latin1');
  segment.writeUInt16BE(segment.length - 2, 2);
  const picture = Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
  expect((await labelled('image/jpeg', picture)).equals(picture)).toBe(true);
});

it('other types have no place for it', () => {
  for (const type of ['image/gif', 'video/webm', 'audio/mpeg']) expect(labelStream(type, MADE, 100)).toBeNull();
});
