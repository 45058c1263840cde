import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Trouble } from './run-ffmpeg';

const LARGE_HEADER = 16;
/** Real files have few top-level boxes; one with thousands was crafted to be slow. */
const MOST_BOXES = 20_000;

/**
 * Checks that an MP4 or MOV has its index (moov) and all the bytes that its boxes declare, including those of its
 * frames. A file truncated after its index plays up to its end; one with an interrupted writer has frames and no index.
 */
export async function isWholeMov(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size: end } = await file.stat();
    const head = Buffer.alloc(LARGE_HEADER);
    let at = 0;
    let hasIndex = false;
    for (let box = 0; at + 8 <= end; box++) {
      await file.read(head, 0, LARGE_HEADER, at);
      const short = head.readUInt32BE(0);
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
      hasIndex ||= head.toString('latin1', 4, 8) === 'moov';
      if (size === 0) return hasIndex;
      if (size < 8 || at + size > end || box > MOST_BOXES) return false;
      at += size;
    }
    return hasIndex;
  } finally {
    await file.close();
  }
}

/** A file holds less than was written to it, for example because the disk became full. The message is for a log. */
export class IncompleteFile extends Error {
  readonly trouble: Trouble = 'space';
}

/** Expected content of a file: a number of frames, seconds of sound, or both. */
export interface Wanted {
  frames?: number;
  soundSeconds?: number;
}

/** Seconds. An AAC packet lasts 21 ms, and one packet of silence precedes the first sample. */
const SOUND_TOLERANCE = 0.1;
/** Ten hours of film have an index of this size. */
const INDEX_BYTES = 64 * 1_048_576;

/**
 * Compares an MP4 that ffmpeg wrote with what was ordered, by its index and the places in the file that the index
 * names. ffmpeg writes the index last, so a present index names everything that was written.
 * @throws IncompleteFile
 */
export async function requireWhole(path: string, { frames, soundSeconds }: Wanted): Promise<void> {
  if (!existsSync(path) || !(await isWholeMov(path))) throw new IncompleteFile(`${path} is cut off or missing`);
  const tracks = await readTracks(path);
  if (frames !== undefined) {
    const found = tracks.find(({ kind }) => kind === 'vide')?.samples ?? 0;
    if (found !== frames) throw new IncompleteFile(`${path} has ${found} frames of ${frames}`);
  }
  if (soundSeconds !== undefined) {
    const found = tracks.find(({ kind }) => kind === 'soun')?.seconds ?? 0;
    if (Math.abs(found - soundSeconds) > SOUND_TOLERANCE)
      throw new IncompleteFile(`${path} has ${found} s of sound of ${soundSeconds}`);
  }
}

interface Track {
  /** 'vide' or 'soun'. */
  kind: string;
  samples: number;
  seconds: number;
}

/** @throws IncompleteFile when the index is damaged, or names bytes beyond the file's end */
async function readTracks(path: string): Promise<Track[]> {
  const file = await open(path);
  try {
    const index = await readIndex(file);
    const { size } = await file.stat();
    return boxesIn(index, 'trak').map((track) => trackOf(track, size));
  } catch (cause) {
    if (cause instanceof IncompleteFile || cause instanceof RangeError)
      throw new IncompleteFile(`${path} has a damaged index`, { cause });
    throw cause;
  } finally {
    await file.close();
  }
}

async function readIndex(file: FileHandle): Promise<Buffer> {
  const { size: end } = await file.stat();
  const head = Buffer.alloc(LARGE_HEADER);
  for (let at = 0; at + 8 <= end;) {
    await file.read(head, 0, LARGE_HEADER, at);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (head.toString('latin1', 4, 8) === 'moov' && size <= INDEX_BYTES) {
      const index = Buffer.alloc(size - 8);
      await file.read(index, 0, index.length, at + 8);
      return index;
    }
    at += Math.max(8, size);
  }
  throw new IncompleteFile('no index');
}

/** Returns the contents of the boxes of one type that lie directly in another box. */
function boxesIn(box: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= box.length;) {
    const size = box.readUInt32BE(at);
    if (size < 8 || at + size > box.length) throw new IncompleteFile(`a box of ${size} bytes`);
    if (box.toString('latin1', at + 4, at + 8) === type) found.push(box.subarray(at + 8, at + size));
    at += size;
  }
  return found;
}

/** @throws IncompleteFile when a box on the path is missing */
const boxAt = (box: Buffer, ...types: string[]): Buffer =>
  types.reduce((within, type) => {
    const [found] = boxesIn(within, type);
    if (!found) throw new IncompleteFile(`no ${type}`);
    return found;
  }, box);

/** Field offsets are those of ISO/IEC 14496-12; each of these boxes begins with its version and flags. */
function trackOf(track: Buffer, fileBytes: number): Track {
  const media = boxAt(track, 'mdia');
  const header = boxAt(media, 'mdhd');
  const isLong = header.readUInt8(0) === 1;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const table = boxAt(media, 'minf', 'stbl');
  const sizes = boxAt(table, 'stsz');
  const [same, samples] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
  let bytes = same * samples;
  if (same === 0) for (let n = 0; n < samples; n++) bytes += sizes.readUInt32BE(12 + n * 4);
  if (bytes > fileBytes) throw new IncompleteFile(`${bytes} bytes of samples in a file of ${fileBytes}`);
  return { kind: boxAt(media, 'hdlr').toString('latin1', 8, 12), samples, seconds: duration / scale };
}
