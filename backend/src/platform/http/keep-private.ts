import type { NextFunction, Request, Response } from 'express';

/** What is answered as JSON is for its user's eyes: no cache keeps it, unless a route says otherwise. */
export function keepJsonPrivate(_request: Request, response: Response, next: NextFunction): void {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
    return json(body);
  };
  next();
}
