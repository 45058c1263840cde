const HEADER_BYTES = 44;
const RATE = 22_050;
/** Of 16 bits, mono. */
const BYTES_PER_SECOND = RATE * 2;

/** Silence of so many seconds, as a WAV. */
export function silentWav(seconds: number): Buffer {
  const samples = Math.round(seconds * RATE);
  const wav = Buffer.alloc(HEADER_BYTES + samples * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(BYTES_PER_SECOND, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  return withSizes(wav) ?? wav;
}

/**
 * A WAV that was written before its size was known, with its sizes put right.
 * @returns null for what has no sound, or another head than the plain one
 */
export function withSizes(wav: Buffer): Buffer | null {
  if (wav.length <= HEADER_BYTES) return null;
  const isPlain = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 36, 40) === 'data';
  if (!isPlain) return null;
  const sized = Buffer.from(wav);
  sized.writeUInt32LE(wav.length - 8, 4);
  sized.writeUInt32LE(wav.length - HEADER_BYTES, 40);
  return sized;
}
