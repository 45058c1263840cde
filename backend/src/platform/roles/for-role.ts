import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Role } from '@storyreel/contracts';

export const NEEDED_ROLE = Symbol('neededRole');
/** Marks the route in the API's description. */
export const ROLE_OF_ROUTE = 'x-role';

/** Opens a route, or all routes of a controller, to people with a role. For everybody else they are not there. */
export const ForRole = (role: Role) =>
  applyDecorators(SetMetadata(NEEDED_ROLE, role), ApiExtension(ROLE_OF_ROUTE, role));
