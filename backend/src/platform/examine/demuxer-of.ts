import { open } from 'node:fs/promises';

const HEAD_BYTES = 16;

const KINDS: readonly [demuxer: string, magic: (head: Buffer) => boolean][] = [
  ['mov', (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free'].includes(head.toString('latin1', 4, 8))],
  ['matroska', (head) => head.readUInt32BE(0) === 0x1a45dfa3],
  ['wav', (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE'],
  ['ogg', (head) => head.toString('latin1', 0, 4) === 'OggS'],
  ['flac', (head) => head.toString('latin1', 0, 4) === 'fLaC'],
  // The layer bits tell ADTS, which has none, from the other one that begins with eleven ones.
  ['aac', (head) => head.readUInt8(0) === 0xff && (head.readUInt8(1) & 0xf6) === 0xf0],
  ['mp3', (head) => head.toString('latin1', 0, 3) === 'ID3' || (head.readUInt16BE(0) & 0xffe0) === 0xffe0],
];

/**
 * The demuxer for a file by its first bytes, so that ffmpeg is never left to guess: among what it would guess are
 * playlists, which open other files. Null for anything else.
 */
export async function demuxerOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead < HEAD_BYTES) return null;
    return KINDS.find(([, magic]) => magic(head))?.[0] ?? null;
  } finally {
    await file.close();
  }
}
