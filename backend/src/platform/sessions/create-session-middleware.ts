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

type SessionConfig = Pick<AppConfig, 'sessionSecret' | 'publicUrl' | 'trustedProxies'>;

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
    // Whether the visitor came over TLS: express knows from the proxies that are trusted. Where none is named, and the
    // public address says that there is one, whoever is in front may say so.
    ...(config.publicUrl?.startsWith('https:') && config.trustedProxies === undefined ? { proxy: true } : {}),
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', path: '/', maxAge: SESSION_LIFETIME_MS },
  });
}
