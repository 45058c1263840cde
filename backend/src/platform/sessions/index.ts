export { createSessionMiddleware, sessionCookieName } from './create-session-middleware';
export { CurrentUser } from './current-user';
export { Public } from './public';
export { signIn, signOut } from './session-control';
export { SessionGuard } from './session.guard';
export type { SessionUser } from './session-user';
export { SESSION_MIDDLEWARE, SessionsModule } from './sessions.module';
