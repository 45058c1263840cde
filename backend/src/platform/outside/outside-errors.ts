/** The address leads into a network that is not public. */
export class ForbiddenAddress extends Error {}
/** The address cannot be used, now or later. Its message completes 'Couldn't load …: …'. */
export class OutboundAnswerUnusable extends Error {}
/** The address could not be reached or was too slow; another time it may do better. */
export class OutboundUnreachable extends Error {}

/** Errors of names and connections that another try may not meet. */
const MAY_PASS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // Of name servers.
  'ETIMEOUT',
  'ESERVFAIL',
  'EREFUSED',
]);
const NO_HOST = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME']);

/** What the network threw, told apart by whether another try can help. Mistakes of ours stay what they are. */
export function toOutboundError(error: unknown): unknown {
  const known = [ForbiddenAddress, OutboundAnswerUnusable, OutboundUnreachable];
  if (known.some((kind) => error instanceof kind)) return error;
  const code = (error as { code?: unknown }).code;
  if (typeof code !== 'string') return error;
  if (MAY_PASS.has(code)) return new OutboundUnreachable('it could not be reached', { cause: error });
  const reason = NO_HOST.has(code) ? 'its host does not exist' : 'it does not answer as it should';
  return new OutboundAnswerUnusable(reason, { cause: error });
}
