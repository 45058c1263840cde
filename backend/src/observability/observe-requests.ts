import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestContext } from '../infra/http/request-context';
import type { Metrics } from './metrics';

/**
 * Masks secrets in an address: upload tokens, media keys, shared links, and the query of login and social callbacks.
 * Case-insensitive, like the routing.
 */
export const safeUrl = (url: string): string =>
  url
    .replace(/^(\/api\/uploads\/)[^?]+/i, '$1…')
    .replace(/^(\/api\/media\/.{6})[^?]*/i, '$1…')
    .replace(/^(\/share\/.{6})[^/?]*/i, '$1…')
    .replace(/([?&]shared=)[^&]*/i, '$1…')
    .replace(/^(\/api\/(?:(?:login|social)\/callback|login\/reset)[^?]*)\?.*/i, '$1?…');

/** Paths that machines request every few seconds. */
const UNLOGGED = /^\/api\/(health|ready|metrics)(\?|$)/;

/** Logs and measures each request once it is answered. Headers and bodies are never logged. */
export const observeRequests =
  (log: Pick<Logger, 'info' | 'error'>, metrics: Pick<Metrics, 'observeHttp'>): RequestHandler =>
  (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const correlationId = requestContext()?.correlationId;
    const observe = (): void => {
      response.off('finish', observe).off('close', observe);
      const milliseconds = performance.now() - started;
      const { statusCode } = response;
      metrics.observeHttp(request.method, routeOf(request), statusCode, milliseconds / 1_000);
      if (UNLOGGED.test(request.originalUrl)) return;
      const line = {
        correlationId,
        method: request.method,
        url: safeUrl(request.originalUrl),
        statusCode,
        milliseconds,
      };
      // A cut connection is logged without an error level, since mostly the visitor has caused it.
      if (!response.writableFinished) log.info({ ...line, cut: true }, 'Request cut off.');
      else if (statusCode >= 500) log.error(line, 'Request failed.');
      else log.info(line, 'Request answered.');
    };
    response.on('finish', observe).on('close', observe);
    next();
  };

function routeOf(request: Request): string {
  const route: unknown = request.route;
  const path: unknown = typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : undefined;
  return typeof path === 'string' ? path : 'none';
}
