const HEADER = 12;
const CHUNK_HEADER = 8;
const FORMAT_BYTES = 16;

export interface WavParts {
  /** The content of its format chunk. */
  format: Buffer;
  samples: Buffer;
  seconds: number;
}

/**
 * What a WAV consists of; null for what is none, and for one without a sound. What its header says of its size is not
 * trusted: servers that write as they speak do not know it yet.
 */
export function wavParts(bytes: Buffer): WavParts | null {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, HEADER) !== 'WAVE') return null;
  let format: Buffer | null = null;
  for (let at = HEADER; at + CHUNK_HEADER <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const from = at + CHUNK_HEADER;
    if (id === 'fmt ' && from + FORMAT_BYTES <= bytes.length) format = bytes.subarray(from, from + size);
    if (id === 'data') {
      // Who streams writes 0 as well as the largest number: the sound goes on to the end.
      const samples = size === 0 ? bytes.subarray(from) : bytes.subarray(from, from + size);
      const bytesPerSecond = format?.readUInt32LE(8) ?? 0;
      if (format === null || bytesPerSecond === 0 || samples.length === 0) return null;
      return { format, samples, seconds: samples.length / bytesPerSecond };
    }
    // Chunks begin at even places.
    at = from + size + (size % 2);
  }
  return null;
}
