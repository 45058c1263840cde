import { open } from 'node:fs/promises';

const LARGE_HEADER = 16;
/** Boxes at the top of a file are few; a file of thousands was made to be slow. */
const MOST_BOXES = 20_000;

/**
 * Whether an MP4 or MOV has its index, and all the bytes that its boxes name, among them those of its frames. One that
 * was cut off behind its index plays until there; one whose writer was cut off has frames and no index.
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
