import type { RequestHandler } from 'express';

/** What has to arrive of a body, and in which time. */
export interface LeastSpeed {
  bytes: number;
  /** Milliseconds. */
  each: number;
}
/** Far below any line that a film can be sent over, far above a sender that only holds the connection. */
const LEAST_SPEED: LeastSpeed = { bytes: 16 * 1_024, each: 60_000 };

/**
 * Cuts off requests whose bodies hardly come or come no more. It takes the place of one limit of time for all of them,
 * which large files on slow lines would never meet.
 */
export function steadyBodies({ bytes, each }: LeastSpeed = LEAST_SPEED): RequestHandler {
  return (request, _response, next) => {
    let before = request.socket.bytesRead;
    const watch = setInterval(() => {
      const now = request.socket.bytesRead;
      if (request.complete) clearInterval(watch);
      else if (now - before < bytes) request.destroy();
      before = now;
    }, each).unref();
    request.once('close', () => clearInterval(watch));
    next();
  };
}
