import { applyDecorators, Inject, Injectable, SetMetadata } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@storyreel/contracts';
import type { Request } from 'express';
import type { SessionUser } from '..';
import { notFound } from '../../../lib/domain-error';

const NEEDED_ROLE = Symbol('neededRole');
/** Marks the route in the API description. */
export const ROLE_OF_ROUTE = 'x-role';

/** Restricts a route, or all routes of a controller, to people with a role. Everybody else gets a 404. */
export const ForRole = (role: Role) =>
  applyDecorators(SetMetadata(NEEDED_ROLE, role), ApiExtension(ROLE_OF_ROUTE, role));

export const ROLE_BOOK = Symbol('RoleBook');

/** Resolves the current roles of a user. */
export interface RoleBook {
  rolesOf(user: Pick<SessionUser, 'id' | 'email'>): Promise<Role[]>;
}

/** Checks roles at every call, so that a revoked role ends at once. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ROLE_BOOK) private readonly book: RoleBook,
  ) {}

  /** @throws DomainError 'not_found', as for an address that does not exist */
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
