import type { Role } from '@storyreel/contracts';
import type { SessionUser } from '../sessions';

export const ROLE_BOOK = Symbol('RoleBook');

/** Who has which role, as of now. */
export interface RoleBook {
  rolesOf(user: Pick<SessionUser, 'id' | 'email'>): Promise<Role[]>;
}
