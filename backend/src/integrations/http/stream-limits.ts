import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BodyLimits } from '../../infra/outbound/fetch-outbound';
import { toError } from '../../lib/errors';
import type { FetchOptions } from '../ports/generation-provider';
import { OutputTooLarge, ProviderUnavailable } from './provider-errors';

interface Limit {
  maxBytes: number;
  signal?: AbortSignal;
  /** Size declared by the sender, if any. */
  declaredBytes?: number;
}

/**
 * Returns the source's bytes as a stream that fails with OutputTooLarge beyond `maxBytes`; errors of the source reach
 * the reader.
 */
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
  // The pipeline's own rejection repeats an error event that `limited` has already sent to its reader.
  pipeline(source, limited, { signal }).catch((error: unknown) => limited.destroy(toError(error)));
  return limited;
}

interface Pace extends Omit<BodyLimits, 'maxBytes'> {
  /** Aborted when the whole transfer takes too long. */
  time: AbortSignal;
}

/**
 * Returns the source's bytes as a stream that fails with ProviderUnavailable below a minimum throughput; errors of the
 * source reach the reader.
 */
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
    // If passed-on data is still unread, the reader is slow and not the source.
    if (brought < windowBytes && passed.readableLength === 0) giveUp('The output comes too slowly.');
    brought = 0;
  }, windowMs);
  const late = () => giveUp('The output takes too long.');
  time.addEventListener('abort', late, { once: true });
  passed.once('close', () => {
    clearInterval(watch);
    time.removeEventListener('abort', late);
  });
  // The pipeline's own rejection repeats an error event that `passed` has already sent to its reader.
  pipeline(source, passed).catch((error: unknown) => passed.destroy(toError(error)));
  return passed;
}

/** Returns the file in an answer's body, within limits of size, pace and time. */
export function fileIn(answer: IncomingMessage, { maxBytes, signal }: FetchOptions, pace: Pace): Readable {
  const length = answer.headers['content-length'];
  const declaredBytes = length === undefined ? undefined : Number(length);
  return limitBytes(withMinimumThroughput(answer, pace), { maxBytes, signal, declaredBytes });
}
