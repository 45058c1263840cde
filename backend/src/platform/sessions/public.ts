import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const IS_PUBLIC = Symbol('isPublic');
/** Marks the route in the API's description. */
export const OPEN_ROUTE = 'x-open';

/** Opens a route, or all routes of a controller, to callers without a session. */
export const Public = () => applyDecorators(SetMetadata(IS_PUBLIC, true), ApiExtension(OPEN_ROUTE, true));
