import { promisify } from 'node:util';
import { applyDecorators, createParamDecorator, Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DomainError } from '../../lib/domain-error';

const IS_PUBLIC = Symbol('isPublic');
/** Marks the route in the API's description. */
export const OPEN_ROUTE = 'x-open';

/** Opens a route, or all routes of a controller, to callers without a session. */
export const Public = () => applyDecorators(SetMetadata(IS_PUBLIC, true), ApiExtension(OPEN_ROUTE, true));

/** Who a session belongs to. */
export interface SessionUser {
  id: string;
  email: string;
  firstName: string;
}

declare module 'express-session' {
  interface SessionData {
    user: SessionUser;
  }
}

export const unauthenticated = (): DomainError => new DomainError('unauthenticated', 'Please sign in.');

/** Everything behind /api is for signed-in users, unless a route says that it is public. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  /** @throws DomainError 'unauthenticated' */
  canActivate(context: ExecutionContext): boolean {
    // Sockets are checked once, at their handshake.
    if (context.getType() !== 'http') return true;
    const open = this.reflector.getAllAndOverride<boolean>(IS_PUBLIC, [context.getHandler(), context.getClass()]);
    if (open) return true;
    if (!context.switchToHttp().getRequest<Request>().session?.user) throw unauthenticated();
    return true;
  }
}

/** The session's user. On a public route there may be none: use `request.session.user` there. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): SessionUser => {
  const user = context.switchToHttp().getRequest<Request>().session.user;
  if (!user) throw unauthenticated();
  return user;
});

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
