import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import type { SessionUser } from './session-user';

/** A new session id comes with the user, so an id planted in the browser before is worth nothing. */
export async function signIn(request: Request, user: SessionUser): Promise<void> {
  await promisify(request.session.regenerate.bind(request.session))();
  request.session.user = user;
  // Stored before the answer leaves: the next request may be faster than the store.
  await promisify(request.session.save.bind(request.session))();
}

/** Ends the session on the server and in the browser. */
export async function signOut(request: Request, response: Response, cookieName: string): Promise<void> {
  await promisify(request.session.destroy.bind(request.session))();
  response.clearCookie(cookieName, { httpOnly: true, sameSite: 'lax', path: '/' });
}
