import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role } from '@storyreel/contracts';
import type { Request } from 'express';
import { notFound } from '../domain/domain-error';
import { NEEDED_ROLE } from './for-role';
import { ROLE_BOOK, type RoleBook } from './role-book';

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
