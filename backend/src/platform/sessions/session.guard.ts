import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { DomainError } from '../domain/domain-error';
import { IS_PUBLIC } from './public';
import './session-user';

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
