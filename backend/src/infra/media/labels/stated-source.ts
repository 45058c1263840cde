import { Transform } from 'node:stream';
import type { DigitalSource } from './xmp';

const SOURCES = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'] as const satisfies DigitalSource[];
const STATED = /digitalsourcetype\/((?:compositeWithT|t)rainedAlgorithmicMedia)/u;
/** Longer than the searched text, so that a label split across two chunks is still found. */
const OVERLAP = 128;

/**
 * Passes bytes on, and detects a label that says that a model made all or a part of the file. Takes the first label
 * anywhere in the bytes, since the file may be of any format.
 */
export class StatedSource extends Transform {
  /** Null until a label is found. */
  found: DigitalSource | null = null;
  private tail = '';

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    if (this.found === null) {
      const text = this.tail + chunk.toString('latin1');
      this.found = SOURCES.find((source) => source === STATED.exec(text)?.[1]) ?? null;
      this.tail = text.slice(-OVERLAP);
    }
    done(null, chunk);
  }
}
