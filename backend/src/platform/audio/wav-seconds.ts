const HEADER = 12;
const CHUNK_HEADER = 8;
const FORMAT_BYTES = 16;

/**
 * How long a WAV plays; null for what is none, and for one without a sound. What its header says of its size is not
 * trusted: servers that write as they speak do not know it yet.
 */
export function wavSeconds(bytes: Buffer): number | null {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, HEADER) !== 'WAVE') return null;
  let bytesPerSecond = 0;
  for (let at = HEADER; at + CHUNK_HEADER <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const from = at + CHUNK_HEADER;
    if (id === 'fmt ' && from + FORMAT_BYTES <= bytes.length) bytesPerSecond = bytes.readUInt32LE(from + 8);
    if (id === 'data') {
      const sound = Math.min(size, bytes.length - from);
      return bytesPerSecond > 0 && sound > 0 ? sound / bytesPerSecond : null;
    }
    // Chunks begin at even places.
    at = from + size + (size % 2);
  }
  return null;
}
