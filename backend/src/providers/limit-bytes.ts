import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toError } from '../platform/to-error';
import { OutputTooLarge } from './provider-errors';

interface Limit {
  maxBytes: number;
  signal?: AbortSignal;
  /** What the sender says the size is, when it does. */
  declaredBytes?: number;
}

/** The same stream, which fails with OutputTooLarge as soon as more than `maxBytes` came; errors of the source reach the reader. */
export function limitBytes(source: Readable, { maxBytes, signal, declaredBytes }: Limit): Readable {
  if (declaredBytes !== undefined && declaredBytes > maxBytes) {
    source.destroy();
    throw new OutputTooLarge(maxBytes);
  }
  let seen = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new OutputTooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  // The pipeline's own rejection repeats what `limited` has already told its reader by an error event.
  pipeline(source, limited, { signal }).catch((error: unknown) => limited.destroy(toError(error)));
  return limited;
}
