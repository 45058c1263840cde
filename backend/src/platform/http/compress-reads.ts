import compression from 'compression';
import type { RequestHandler } from 'express';

/** Smaller answers reach their reader sooner as they are. */
const WORTH_IT_BYTES = 4_096;

/**
 * Compresses pages, scripts and lists. Commands answer with one row each, and are not slowed down by the question.
 * Pictures, clips and ZIPs are compressed already, as their types say.
 */
export function compressReads(): RequestHandler {
  const compress = compression({ threshold: WORTH_IT_BYTES });
  return (request, response, next) => (request.method === 'GET' ? compress(request, response, next) : next());
}
