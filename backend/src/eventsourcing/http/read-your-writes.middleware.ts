import { POSITION_HEADER } from '@storyreel/contracts';
import type { NextFunction, Request, Response } from 'express';
import type { Position } from '../event-store/event-store';
import { isPosition } from '../event-store/event-store';
import { LATE_POSITION_COOKIE } from '../../infra/http/request-context';

const WAIT_MS = 2_000;
const COOKIE = new RegExp(`(?:^|;\\s*)${LATE_POSITION_COOKIE}=([^;]*)`);

interface Views {
  waitForNamed(position: Position, timeoutMs: number): Promise<'reached' | 'late' | 'unknown'>;
}

/**
 * Makes a read wait, for a limited time, until the views show the write named in its header or cookie. The cookie is
 * cleared unless the wait timed out.
 */
export const readYourWrites =
  (views: Views) =>
  (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'GET') return next();
    const cookie = COOKIE.exec(request.headers.cookie ?? '')?.[1];
    const wanted = request.get(POSITION_HEADER) ?? cookie;
    if (wanted === undefined) return next();
    // A position consists of digits and a colon; cookies percent-encode the colon.
    const position = wanted.replace(/%3A/i, ':');
    const answer = isPosition(position) ? views.waitForNamed(position, WAIT_MS) : Promise.resolve(null);
    answer.then((outcome) => {
      if (outcome !== 'late' && cookie !== undefined) response.clearCookie(LATE_POSITION_COOKIE);
      next();
    }, next);
  };
