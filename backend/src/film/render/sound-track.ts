import { type FileHandle, open } from 'node:fs/promises';

/** A sound at its place in the film. */
export interface PlacedSound {
  path: string;
  /** Samples from the start of the film. */
  at: number;
  /** How many are heard; it begins again when it has fewer. */
  samples: number;
}

const CHUNK = 1 << 20;

/**
 * Writes one raw file as long as the film with all its sounds at their places and silence between, a piece at a time.
 * @param width bytes of one sample of all channels
 */
export async function writeTrack(
  target: string,
  sounds: readonly PlacedSound[],
  { samples, width, signal }: { samples: number; width: number; signal?: AbortSignal },
): Promise<void> {
  const track = await open(target, 'w');
  try {
    // What is never written reads as zeros, which are silence.
    await track.truncate(samples * width);
    for (const sound of sounds) {
      signal?.throwIfAborted();
      const end = Math.min(samples, sound.at + sound.samples) * width;
      await copyRepeated(sound.path, track, sound.at * width, end);
    }
  } finally {
    await track.close();
  }
}

async function copyRepeated(path: string, track: FileHandle, start: number, end: number): Promise<void> {
  const source = await open(path);
  try {
    const { size } = await source.stat();
    const buffer = Buffer.alloc(Math.min(CHUNK, Math.max(1, size)));
    for (let at = start, read = 0; at < end && size > 0;) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, end - at), read);
      read = bytesRead === 0 ? 0 : read + bytesRead;
      at += await writeAll(track, buffer.subarray(0, bytesRead), at);
    }
  } finally {
    await source.close();
  }
}

/** All of it: a disk with a little space left takes a part, and says that it is full only when it is asked again. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<number> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
  return bytes.length;
}
