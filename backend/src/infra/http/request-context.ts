import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { POSITION_HEADER } from '@storyreel/contracts';
import type { NextFunction, Request, Response } from 'express';

export const REQUEST_ID_HEADER = 'x-request-id';
/** A command's position that the views had not reached in time: the same visitor's next reads wait for it. */
export const LATE_POSITION_COOKIE = 'storyreel_position';

export interface RequestContext {
  /** Ties log lines, events and jobs to the request that caused them. */
  correlationId: string;
  /** Tells the client the position of the events that its command made, and whether the views show them yet. */
  setPosition(position: string, reached: boolean): void;
  /** Set once something was saved on the request's behalf: from then on a failure is none that changed nothing. */
  hasSaved: boolean;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** The request being served, from anywhere below it; undefined outside of one. */
export const requestContext = (): RequestContext | undefined => storage.getStore();

/** Only what is safe in a log line and an event is taken over from the caller. */
const WELL_FORMED_ID = /^[\w.-]{8,128}$/;

/** First of all middleware: whatever runs after it logs and records under the request's id. */
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

/** What is logged meanwhile belongs to the request that the work came of. */
export const underCorrelation = <T>(correlationId: string, run: () => T): T => work.run(correlationId, run);

/** Of the request that is served, or of the work that is done; undefined outside of both. */
export const correlationOf = (): string | undefined => requestContext()?.correlationId ?? work.getStore();
