import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Metrics } from './metrics';

const routeOf = (request: Request): string => {
  const route: unknown = request.route;
  const path: unknown = typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : undefined;
  return typeof path === 'string' ? path : 'none';
};

export const httpTiming =
  (metrics: Pick<Metrics, 'observeHttp'>): RequestHandler =>
  (request: Request, response: Response, next: NextFunction): void => {
    const started = process.hrtime.bigint();
    response.once('finish', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      metrics.observeHttp(request.method, routeOf(request), response.statusCode, seconds);
    });
    next();
  };
