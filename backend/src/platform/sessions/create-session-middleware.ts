import { createHash } from 'node:crypto';
import connectPgSimple from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';
import type { AppConfig } from '../config/app-config';

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

/** Sessions in Postgres. The same function serves HTTP and the handshake of sockets. */
export function createSessionMiddleware(pool: Pool, config: SessionConfig): RequestHandler {
  const Store = connectPgSimple(session);
  return session({
    name: sessionCookieName(config),
    secret: config.sessionSecret,
    // Without touching, reading a session writes nothing: its life ends a fixed time after the sign-in.
    store: new Store({ pool, schemaName: 'platform', tableName: 'sessions', disableTouch: true }),
    resave: false,
    saveUninitialized: false,
    // Behind a proxy that ends TLS, its X-Forwarded-Proto says that the visitor came over TLS.
    ...(config.publicUrl?.startsWith('https:') ? { proxy: true } : {}),
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', path: '/', maxAge: SESSION_LIFETIME_MS },
  });
}
