const HEADER_BYTES = 4;
const ID3_BYTES = 10;
/** Two frames in a row are no accident. */
const FEWEST_FRAMES = 2;

/** Layer III only, in kbit/s: of MPEG 1, and of MPEG 2 and 2.5. */
const BITRATES = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Hertz, by the two bits of the version: 2.5, none, 2, 1. */
const SAMPLE_RATES: readonly (readonly number[])[] = [
  [11_025, 12_000, 8_000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
];
const MPEG_1 = 3;
const LAYER_III = 1;

interface Frame {
  bytes: number;
  seconds: number;
}

function frameAt(bytes: Buffer, at: number): Frame | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  if (header >>> 21 !== 0x7ff) return null;
  const version = (header >>> 19) & 3;
  const bitrates = version === MPEG_1 ? BITRATES.one : BITRATES.two;
  const bitrate = (bitrates[(header >>> 12) & 15] ?? 0) * 1_000;
  const sampleRate = SAMPLE_RATES[version]?.[(header >>> 10) & 3] ?? 0;
  if (((header >>> 17) & 3) !== LAYER_III || bitrate === 0 || sampleRate === 0) return null;
  const samples = version === MPEG_1 ? 1_152 : 576;
  const padding = (header >>> 9) & 1;
  return { bytes: Math.floor((samples / 8) * (bitrate / sampleRate)) + padding, seconds: samples / sampleRate };
}

/** Where the sound begins: behind the title, pictures and whatever else is told in front of it. */
function afterTags(bytes: Buffer): number {
  if (bytes.length < ID3_BYTES || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  // Seven bits a byte.
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 127), 0);
  return ID3_BYTES + size;
}

/** How long an MP3 plays, counted frame by frame; null for what is none. One that is cut off plays what is there. */
export function mp3Seconds(bytes: Buffer): number | null {
  let [count, seconds, at] = [0, 0, afterTags(bytes)];
  for (let frame = frameAt(bytes, at); frame !== null; frame = frameAt(bytes, at)) {
    if (at + frame.bytes > bytes.length) break;
    count += 1;
    seconds += frame.seconds;
    at += frame.bytes;
  }
  return count < FEWEST_FRAMES ? null : seconds;
}
