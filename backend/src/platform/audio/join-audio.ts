import { mp3Frames } from './mp3-frames';
import { wavParts } from './wav-parts';

/** Sounds of one kind as one, without decoding them. Null when they are of different kinds, or one is none. */
export function joinAudio(sounds: readonly Buffer[]): Buffer | null {
  const [first] = sounds;
  if (first === undefined) return null;
  return wavParts(first) === null ? joinMp3(sounds) : joinWav(sounds);
}

/** The frames alone: tags and the frame that counts the others are true of one sound only. */
function joinMp3(sounds: readonly Buffer[]): Buffer | null {
  const all = sounds.map(mp3Frames);
  return all.some((frames) => frames === null) ? null : Buffer.concat(all.filter((frames) => frames !== null));
}

/** With the head of the first one; all have to be in its format. */
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
