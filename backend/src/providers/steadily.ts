import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BodyLimits } from '../platform/outside/read-steadily';
import { toError } from '../platform/to-error';
import { ProviderUnavailable } from './provider-errors';

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
