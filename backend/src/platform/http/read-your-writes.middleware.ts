import { POSITION_HEADER } from '@storyreel/contracts';
import type { NextFunction, Request, Response } from 'express';
import type { Position } from '../event-store/event-store';
import { LATE_POSITION_COOKIE } from './request-context';

const WAIT_MS = 2_000;
const POSITION = /^[0-9]{1,40}(:[0-9]{1,40})?$/;

/** Makes a read wait (bounded) until the views show the write that its header or cookie names. */
export const readYourWrites =
  (views: { waitFor(position: Position, timeoutMs: number): Promise<boolean> }) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const cookie = request.headers.cookie?.match(new RegExp(`${LATE_POSITION_COOKIE}=([^;]+)`))?.[1];
    const wanted = request.get(POSITION_HEADER) ?? (cookie && decodeURIComponent(cookie));
    if (request.method !== 'GET' || !wanted || !POSITION.test(wanted)) return next();
    views.waitFor(wanted as Position, WAIT_MS).then((reached) => {
      if (reached && cookie) response.clearCookie(LATE_POSITION_COOKIE);
      next();
    }, next);
  };
