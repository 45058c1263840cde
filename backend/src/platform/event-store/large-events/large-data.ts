import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AppendTooLarge } from '../event-store';

/** JSON of one event's data, however many appends it takes. Above the largest project that the limits allow. */
export const MAX_LARGE_DATA_BYTES = 64 * 1024 * 1024;
/** Of base64 in one part: an append with it stays well under the limit of one append. */
const PART_LENGTH = 700_000;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Text of parts that together hold the JSON, and its size in bytes. @throws AppendTooLarge */
export async function toParts(json: string): Promise<{ parts: string[]; bytes: number }> {
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_LARGE_DATA_BYTES) {
    throw new AppendTooLarge(`an event of ${bytes} bytes, the limit is ${MAX_LARGE_DATA_BYTES}`);
  }
  const text = (await compress(json)).toString('base64');
  const count = Math.ceil(text.length / PART_LENGTH);
  const parts = Array.from({ length: count }, (_, at) => text.slice(at * PART_LENGTH, (at + 1) * PART_LENGTH));
  return { parts, bytes };
}

/** @throws when the parts are not what `toParts` made */
export async function fromParts(parts: readonly string[]): Promise<unknown> {
  const json = await expand(Buffer.from(parts.join(''), 'base64'), { maxOutputLength: MAX_LARGE_DATA_BYTES });
  return JSON.parse(json.toString('utf8'));
}
