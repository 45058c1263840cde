import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { POSITION_HEADER } from '@storyreel/contracts';
import type { NextFunction, Request, Response } from 'express';

export const REQUEST_ID_HEADER = 'x-request-id';
/**
 * Cookie with the position of a command that the views did not reach in time: the same visitor's next reads wait for
 * it.
 */
export const LATE_POSITION_COOKIE = 'storyreel_position';

export interface RequestContext {
  /** Ties log lines, events and jobs to the request that caused them. */
  correlationId: string;
  /** Sends the client the position of its command's events, and a cookie when the views have not reached it. */
  setPosition(position: string, reached: boolean): void;
  /** Set once anything was saved for the request: a later failure no longer means that nothing changed. */
  hasSaved: boolean;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Returns the request being served; undefined outside of one. */
export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Ids from callers are used only when safe in log lines and events. */
const WELL_FORMED_ID = /^[\w.-]{8,128}$/;

/** Must be the first middleware: everything after it logs and records under the request's id. */
export function requestContextMiddleware(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(REQUEST_ID_HEADER);
  const correlationId = given !== undefined && WELL_FORMED_ID.test(given) ? given : randomUUID();
  response.setHeader(REQUEST_ID_HEADER, correlationId);
  const setPosition = (position: string, reached: boolean): void => {
    if (response.headersSent) return;
    response.setHeader(POSITION_HEADER, position);
    if (!reached) response.cookie(LATE_POSITION_COOKIE, position, { httpOnly: true, sameSite: 'lax', maxAge: 60_000 });
  };
  storage.run({ correlationId, setPosition, hasSaved: false }, next);
}

const work = new AsyncLocalStorage<string>();

/** Runs background work under the id of the request that caused it, for its log lines. */
export const underCorrelation = <T>(correlationId: string, run: () => T): T => work.run(correlationId, run);

/** Returns the id of the current request or background work; undefined outside of both. */
export const correlationOf = (): string | undefined => requestContext()?.correlationId ?? work.getStore();
