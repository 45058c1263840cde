import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { AppConfig } from '../config/app-config';
import type { SessionStore } from './session-store';

/** Signed in for this long, counted from the sign-in. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1_000;

export const SESSIONS_TABLE = `
create table if not exists platform.sessions (
  sid text primary key, sess json not null, expire timestamptz not null);
create index if not exists sessions_expire on platform.sessions (expire);
`;

type SessionConfig = Pick<AppConfig, 'sessionSecret' | 'publicUrl'>;

/**
 * Browsers share cookies between the ports of a host: the name keeps two installations on one machine from signing each
 * other's users out, and is the same on all nodes of one installation.
 */
export const sessionCookieName = (config: Pick<AppConfig, 'sessionSecret'>): string =>
  `storyreel_${createHash('sha256').update(`cookie-name:${config.sessionSecret}`).digest('hex').slice(0, 8)}`;

/** The same function serves HTTP and the handshake of sockets. */
export function createSessionMiddleware(store: SessionStore, config: SessionConfig): RequestHandler {
  return session({
    name: sessionCookieName(config),
    secret: config.sessionSecret,
    store,
    resave: false,
    saveUninitialized: false,
    // Behind a proxy that ends TLS, its X-Forwarded-Proto says that the visitor came over TLS.
    ...(config.publicUrl?.startsWith('https:') ? { proxy: true } : {}),
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', path: '/', maxAge: SESSION_LIFETIME_MS },
  });
}
