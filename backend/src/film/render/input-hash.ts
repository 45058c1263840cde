import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from '../../platform/canonical-json';

/** Counts up when the same inputs shall give other parts: how things are drawn, encoded or named. */
const ENGINE = 2;

/** SHA-256 of a file's bytes, in hex. @throws Error of the file system, or for a file beyond `maxBytes` */
export async function fileHash(path: string, maxBytes: number, signal?: AbortSignal): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error('not a file');
  const { size } = found;
  if (size > maxBytes) throw new Error(`${size} bytes, where ${maxBytes} are the most`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}

/** The name of a part: of everything that decides its bytes, and of who makes it. */
export const partHash = (inputs: Record<string, unknown>, ffmpegVersion: string): string =>
  createHash('sha256')
    .update(canonicalJson({ ...inputs, engine: ENGINE, ffmpegVersion }))
    .digest('hex');

/** The same whole number for the same text, whenever it is asked. */
export const seedOf = (text: string): number => createHash('sha256').update(text).digest().readUInt8(0);
