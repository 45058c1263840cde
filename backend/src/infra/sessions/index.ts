export { sessionCookieName, LiveSessions } from './session-store';
export { changeSessions, OwnSessions } from './own-sessions';
export { CurrentUser, Public, signIn, signOut } from './session.guard';
export type { SessionUser } from './session.guard';
export { SESSION_MIDDLEWARE, SessionsModule } from './sessions.module';
