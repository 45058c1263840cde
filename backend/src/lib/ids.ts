import { createHash, randomUUID } from 'node:crypto';

/** Source of randomness, injected so that tests control it. */
export abstract class Ids {
  abstract next(): string;
}
export const randomIds: Ids = { next: () => randomUUID() };

const NAMESPACE = Buffer.from('8f0d2b0e6a514d0c9d3e0d6a5b1f7c11', 'hex');

/**
 * Derives a UUID from the parts. The same parts always give the same UUID, so a repeated command or job finds its first
 * result.
 */
export const derivedId = (...parts: (string | number)[]): string => uuidOfName(NAMESPACE, JSON.stringify(parts));

/** Returns a UUID of version 5 (RFC 9562): 16 bytes of a SHA-1, with version and variant in six of their bits. */
export function uuidOfName(namespace: Buffer, name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
