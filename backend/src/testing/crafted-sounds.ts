import { wavHeader } from '@storyreel/ffmpeg';

const RATE = 8_000;

/** Returns a WAV of silence. @param head changes the header */
export function wavOf(seconds: number, head: (wav: Buffer) => void = () => undefined): Buffer {
  const bytes = seconds * RATE * 2;
  const wav = Buffer.concat([wavHeader({ channels: 1, rate: RATE, bytes }), Buffer.alloc(bytes)]);
  head(wav);
  return wav;
}

const FRAME_BYTES = 417;

/** Returns an MP3 of this many frames, each of 1,152 samples at 44,100 Hz and 128 kbit/s. */
export const mp3Of = (frames: number): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => {
      const frame = Buffer.alloc(FRAME_BYTES);
      frame.writeUInt32BE(0xfffb9000);
      return frame;
    }),
  );
