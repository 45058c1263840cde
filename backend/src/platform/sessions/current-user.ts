import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { unauthenticated } from './session.guard';
import type { SessionUser } from './session-user';

/** The session's user. On a public route there may be none: use `request.session.user` there. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): SessionUser => {
  const user = context.switchToHttp().getRequest<Request>().session.user;
  if (!user) throw unauthenticated();
  return user;
});
