export { sessionCookieName } from './create-session-middleware';
export { CurrentUser } from './current-user';
export { LiveSessions } from './live-sessions';
export { Public } from './public';
export { signIn, signOut } from './session-control';
export type { SessionUser } from './session-user';
export { SESSION_MIDDLEWARE, SessionsModule } from './sessions.module';
