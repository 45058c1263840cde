const HEADER_BYTES = 44;
const FULL_SCALE = 32_768;

/**
 * A WAV of 16 bits, with its sizes put right if it was written before they were known.
 * @returns null for what has no sound, or another head than the plain one
 */
export function withSizes(wav: Buffer): Buffer | null {
  if (wav.length <= HEADER_BYTES) return null;
  const isPlain = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 36, 40) === 'data';
  if (!isPlain || wav.readUInt16LE(34) !== 16) return null;
  const sized = Buffer.from(wav);
  sized.writeUInt32LE(wav.length - 8, 4);
  sized.writeUInt32LE(wav.length - HEADER_BYTES, 40);
  return sized;
}

/** How loud a plain WAV of 16 bits is on average (RMS), in decibels below full scale; -Infinity for nothing but zeros. */
export function loudness(wav: Buffer): number {
  const samples = Math.floor((wav.length - HEADER_BYTES) / 2);
  let squares = 0;
  for (let at = 0; at < samples; at++) squares += wav.readInt16LE(HEADER_BYTES + at * 2) ** 2;
  return 20 * Math.log10(Math.sqrt(squares / samples) / FULL_SCALE);
}
