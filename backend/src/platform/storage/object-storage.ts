import type { Readable } from 'node:stream';
import { DomainError } from '../domain/domain-error';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBytes {
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Bytes under names of ours. What is there is whole: a put that fails or is cut short leaves nothing. */
export interface ObjectStorage {
  /** @throws TooLarge when more than maxBytes come; what the source throws */
  put(name: string, source: Readable, options: { contentType: string; maxBytes: number }): Promise<StoredBytes>;
  /** Null when there is no such object. `size` is the whole object's, whatever part was asked for. */
  get(name: string, range?: ByteRange): Promise<{ bytes: Readable; size: number } | null>;
  stat(name: string): Promise<{ size: number } | null>;
  /** Deleting what is not there is fine. */
  delete(name: string): Promise<void>;
  /** Deletes what a put that was killed left half written before that time. */
  clear(before: Date): Promise<void>;
}

export const OBJECT_STORAGE = Symbol('ObjectStorage');

export class TooLarge extends DomainError {
  constructor(readonly maxBytes: number) {
    super('payload_too_large', `The file is too large: at most ${maxBytes} bytes are allowed.`);
  }
}

const NAME = /^[A-Za-z0-9_-]{20,64}$/;

/** Names have no dots and no slashes, so none of them can leave its folder. @throws Error */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new Error('Not the name of a stored object');
  return name;
}
