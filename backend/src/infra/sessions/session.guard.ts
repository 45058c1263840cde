import { promisify } from 'node:util';
import { applyDecorators, createParamDecorator, Injectable, SetMetadata } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DomainError } from '../../lib/domain-error';

const IS_PUBLIC = Symbol('isPublic');
/** Marks the route in the API description. */
export const OPEN_ROUTE = 'x-open';

/** Opens a route, or all routes of a controller, to callers without a session. */
export const Public = () => applyDecorators(SetMetadata(IS_PUBLIC, true), ApiExtension(OPEN_ROUTE, true));

/** Owner of a session. */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
}

declare module 'express-session' {
  interface SessionData {
    user: SessionUser;
    /** The User-Agent header of the sign-in, truncated. */
    agent?: string;
  }
}

export const unauthenticated = (): DomainError => new DomainError('unauthenticated', 'Please sign in.');

/** Requires a signed-in user for everything under /api, except for routes marked as public. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws DomainError 'unauthenticated' */
  canActivate(context: ExecutionContext): boolean {
    // Sockets are checked once, at the handshake.
    if (context.getType() !== 'http') return true;
    const open = this.reflector.getAllAndOverride<boolean>(IS_PUBLIC, [context.getHandler(), context.getClass()]);
    if (open) return true;
    if (!context.switchToHttp().getRequest<Request>().session?.user) throw unauthenticated();
    return true;
  }
}

/** Injects the session's user. On a public route there may be none: use `request.session.user` there. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): SessionUser => {
  const user = context.switchToHttp().getRequest<Request>().session.user;
  if (!user) throw unauthenticated();
  return user;
});

/** Length to which the User-Agent header is cut: the part that names the browser is shorter. */
const MAX_AGENT = 300;

/** Signs the user in under a new session id, so that an id planted in the browser before is useless. */
export async function signIn(request: Request, user: SessionUser): Promise<void> {
  await promisify(request.session.regenerate.bind(request.session))();
  request.session.user = user;
  request.session.agent = request.get('user-agent')?.slice(0, MAX_AGENT);
  // Save before the response leaves: the browser's next request may be faster than the store.
  await promisify(request.session.save.bind(request.session))();
}

/** Ends the session on the server and in the browser. */
export async function signOut(request: Request, response: Response, cookieName: string): Promise<void> {
  await promisify(request.session.destroy.bind(request.session))();
  response.clearCookie(cookieName, { httpOnly: true, sameSite: 'lax', path: '/' });
}
