const HEADER_BYTES = 4;
const ID3_BYTES = 10;
/** A file with fewer consecutive MP3 frames is not recognised as an MP3: a single frame may be a coincidence. */
const FEWEST_FRAMES = 2;

/** Layer III bitrates in kbit/s: of MPEG 1, and of MPEG 2 and 2.5. */
const BITRATES = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Sample rates in hertz, by the two version bits: 2.5, reserved, 2, 1. */
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

/** Returns the offset of the sound, after ID3 tags such as title and cover image. */
function afterTags(bytes: Buffer): number {
  if (bytes.length < ID3_BYTES || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
  // ID3 sizes have seven bits per byte.
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 127), 0);
  return ID3_BYTES + size;
}

interface Frames {
  from: number;
  to: number;
  seconds: number;
}

/** Reads an MP3 frame by frame; null for another format. A truncated file yields its complete frames. */
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

/** Returns the length of an MP3; null when the file is none. */
const mp3Seconds = (bytes: Buffer): number | null => framesOf(bytes)?.seconds ?? null;

/** Marks of the silent first frame in which encoders write the number of frames. */
const COUNTS = ['Xing', 'Info', 'VBRI'];
/** Bytes from the frame's start within which these marks lie. */
const COUNT_WITHIN = 48;

/** Returns the frames that hold sound; null when the file is no MP3. */
function mp3Frames(bytes: Buffer): Buffer | null {
  const frames = framesOf(bytes);
  if (frames === null) return null;
  const { from, to } = frames;
  const start = bytes.toString('latin1', from, from + COUNT_WITHIN);
  const counting = COUNTS.some((mark) => start.includes(mark)) ? (frameAt(bytes, from)?.bytes ?? 0) : 0;
  return bytes.subarray(from + counting, to);
}

const HEADER = 12;
const CHUNK_HEADER = 8;
const FORMAT_BYTES = 16;

export interface WavParts {
  /** Content of the format chunk. */
  format: Buffer;
  samples: Buffer;
  seconds: number;
}

/**
 * Splits a WAV into its parts; null for another format, or a WAV without sound. The size in the header is not trusted:
 * servers that stream speech write the header before they know the size.
 */
function wavParts(bytes: Buffer): WavParts | null {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, HEADER) !== 'WAVE') return null;
  let format: Buffer | null = null;
  for (let at = HEADER; at + CHUNK_HEADER <= bytes.length;) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const from = at + CHUNK_HEADER;
    if (id === 'fmt ' && from + FORMAT_BYTES <= bytes.length) format = bytes.subarray(from, from + size);
    if (id === 'data') {
      // Streaming writers put 0 or the largest number here: the sound extends to the end.
      const samples = size === 0 ? bytes.subarray(from) : bytes.subarray(from, from + size);
      const bytesPerSecond = format?.readUInt32LE(8) ?? 0;
      if (format === null || bytesPerSecond === 0 || samples.length === 0) return null;
      return { format, samples, seconds: samples.length / bytesPerSecond };
    }
    // Chunks start at even offsets.
    at = from + size + (size % 2);
  }
  return null;
}

/** Joins sounds of one format without decoding. Null when formats differ, or one is not recognised. */
export function joinAudio(sounds: readonly Buffer[]): Buffer | null {
  const [first] = sounds;
  if (first === undefined) return null;
  return wavParts(first) === null ? joinMp3(sounds) : joinWav(sounds);
}

/** Joins the frames only: tags and the frame count describe a single sound. */
function joinMp3(sounds: readonly Buffer[]): Buffer | null {
  const all = sounds.map(mp3Frames);
  return all.some((frames) => frames === null) ? null : Buffer.concat(all.filter((frames) => frames !== null));
}

/** Joins the samples behind the first sound's header; all sounds must have the same format. */
function joinWav(sounds: readonly Buffer[]): Buffer | null {
  const all = sounds.map(wavParts);
  const [first] = all;
  if (!first || all.some((parts) => parts === null || !parts.format.equals(first.format))) return null;
  const samples = Buffer.concat(all.flatMap((parts) => parts?.samples ?? []));
  const head = Buffer.alloc(12);
  head.write('RIFF', 0, 'latin1');
  head.write('WAVE', 8, 'latin1');
  const chunk = (id: string, content: Buffer): Buffer[] => {
    const start = Buffer.alloc(8);
    start.write(id, 0, 'latin1');
    start.writeUInt32LE(content.length, 4);
    return content.length % 2 === 0 ? [start, content] : [start, content, Buffer.alloc(1)];
  };
  const whole = Buffer.concat([head, ...chunk('fmt ', first.format), ...chunk('data', samples)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Reads raw 16-bit samples. */
export const samplesOf = (raw: Buffer): Int16Array =>
  Int16Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => raw.readInt16LE(index * 2));

/** Returns the first channel of a WAV of 16-bit samples; null for any other sound. */
export function wavSamples(bytes: Buffer): { samples: Int16Array; rate: number } | null {
  const wav = wavParts(bytes);
  if (wav === null || wav.format.readUInt16LE(0) !== 1 || wav.format.readUInt16LE(14) !== 16) return null;
  const channels = wav.format.readUInt16LE(2);
  const all = samplesOf(wav.samples);
  return {
    samples: channels === 1 ? all : all.filter((_, at) => at % channels === 0),
    rate: wav.format.readUInt32LE(4),
  };
}

export interface MeasuredAudio {
  mimeType: 'audio/wav' | 'audio/mpeg';
  seconds: number;
}

/** Detects the format of a sound and its length from its bytes. Null when it is neither WAV nor MP3. */
export function measureAudio(bytes: Buffer): MeasuredAudio | null {
  const wav = wavParts(bytes);
  if (wav !== null) return { mimeType: 'audio/wav', seconds: wav.seconds };
  const mp3 = mp3Seconds(bytes);
  return mp3 === null ? null : { mimeType: 'audio/mpeg', seconds: mp3 };
}
