import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BodyLimits } from '../../infra/outbound/fetch-outbound';
import { toError } from '../../lib/errors';
import { OutputTooLarge, ProviderUnavailable } from './provider-errors';

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

interface Pace extends Omit<BodyLimits, 'maxBytes'> {
  /** Aborted when all of it takes too long. */
  time: AbortSignal;
}

/** The same stream, which fails with ProviderUnavailable when its source is too slow; errors of the source reach the reader. */
export function withMinimumThroughput(source: Readable, { windowMs, windowBytes, time }: Pace): Readable {
  let brought = 0;
  const passed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      brought += chunk.length;
      done(null, chunk);
    },
  });
  const giveUp = (words: string) => passed.destroy(new ProviderUnavailable(words));
  const watch = setInterval(() => {
    // While something waits to be read, the reader is the slow one.
    if (brought < windowBytes && passed.readableLength === 0) giveUp('The output comes too slowly.');
    brought = 0;
  }, windowMs);
  const late = () => giveUp('The output takes too long.');
  time.addEventListener('abort', late, { once: true });
  passed.once('close', () => {
    clearInterval(watch);
    time.removeEventListener('abort', late);
  });
  // The pipeline's own rejection repeats what `passed` has already told its reader by an error event.
  pipeline(source, passed).catch((error: unknown) => passed.destroy(toError(error)));
  return passed;
}
