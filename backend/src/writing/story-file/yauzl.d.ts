/** The part of yauzl's API that is used here and in tests; the package ships no types. */
declare module 'yauzl' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileName: string;
    uncompressedSize: number;
    compressedSize: number;
    isEncrypted(): boolean;
  }
  export interface ZipFile extends EventEmitter {
    /** Number of entries that the ZIP's directory lists. */
    entryCount: number;
    readEntry(): void;
    close(): void;
    openReadStream(entry: Entry, done: (error: Error | null, stream: Readable) => void): void;
  }
  export function open(
    path: string,
    options: { lazyEntries: boolean; autoClose: boolean },
    done: (error: Error | null, zip: ZipFile) => void,
  ): void;
  export function fromBuffer(
    bytes: Buffer,
    options: { lazyEntries: boolean },
    done: (error: Error | null, zip: ZipFile) => void,
  ): void;
}
