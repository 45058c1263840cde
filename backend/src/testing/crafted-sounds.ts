const RATE = 8_000;

/** Returns a WAV of silence. @param head changes the header */
export function wavOf(seconds: number, head: (wav: Buffer) => void = () => undefined): Buffer {
  const sound = seconds * RATE * 2;
  const wav = Buffer.alloc(44 + sound);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(sound, 40);
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
