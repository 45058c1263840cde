import { applyDecorators, Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@storyreel/contracts';
import type { Request } from 'express';
import type { SessionUser } from '..';
import { notFound } from '../../../lib/domain-error';

const NEEDED_ROLE = Symbol('neededRole');
/** Marks the route in the API's description. */
export const ROLE_OF_ROUTE = 'x-role';

/** Opens a route, or all routes of a controller, to people with a role. For everybody else they are not there. */
export const ForRole = (role: Role) =>
  applyDecorators(SetMetadata(NEEDED_ROLE, role), ApiExtension(ROLE_OF_ROUTE, role));

export const ROLE_BOOK = Symbol('RoleBook');

/** Who has which role, as of now. */
export interface RoleBook {
  rolesOf(user: Pick<SessionUser, 'id' | 'email'>): Promise<Role[]>;
}

/** Asked at every call, so that a role that was taken away ends at once. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(ROLE_BOOK) private readonly book: RoleBook,
  ) {}

  /** @throws DomainError 'not_found', as an address that does not exist */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const needed = this.reflector.getAllAndOverride<Role | undefined>(NEEDED_ROLE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (needed === undefined) return true;
    const { user } = context.switchToHttp().getRequest<Request>().session;
    if (!user || !(await this.book.rolesOf(user)).includes(needed)) throw notFound();
    return true;
  }
}
