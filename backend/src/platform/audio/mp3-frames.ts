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

interface Frames {
  from: number;
  to: number;
  seconds: number;
}

/** Frame by frame; null for what is no MP3. One that is cut off has what is there. */
function framesOf(bytes: Buffer): Frames | null {
  const from = afterTags(bytes);
  let [count, seconds, to] = [0, 0, from];
  for (let frame = frameAt(bytes, to); frame !== null; frame = frameAt(bytes, to)) {
    if (to + frame.bytes > bytes.length) break;
    count += 1;
    seconds += frame.seconds;
    to += frame.bytes;
  }
  return count < FEWEST_FRAMES ? null : { from, to, seconds };
}

/** How long an MP3 plays; null for what is none. */
export const mp3Seconds = (bytes: Buffer): number | null => framesOf(bytes)?.seconds ?? null;

/** What an encoder writes into a first frame without sound, to say how many there are. */
const COUNTS = ['Xing', 'Info', 'VBRI'];
/** As far behind a frame's header as these stand. */
const COUNT_WITHIN = 48;

/** The frames that hold sound; null for what is no MP3. */
export function mp3Frames(bytes: Buffer): Buffer | null {
  const frames = framesOf(bytes);
  if (frames === null) return null;
  const { from, to } = frames;
  const start = bytes.toString('latin1', from, from + COUNT_WITHIN);
  const counting = COUNTS.some((mark) => start.includes(mark)) ? (frameAt(bytes, from)?.bytes ?? 0) : 0;
  return bytes.subarray(from + counting, to);
}
