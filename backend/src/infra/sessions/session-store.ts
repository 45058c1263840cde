import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import connectPgSimple from 'connect-pg-simple';
import DataLoader from 'dataloader';
import type { RequestHandler } from 'express';
import session from 'express-session';
import type { SessionData } from 'express-session';
import { Pool } from 'pg';
import { Subject } from 'rxjs';
import { Clock, DAY_MS } from '../../lib/time';
import type { AppConfig } from '../config/app-config';

const PgStore = connectPgSimple(session);

/**
 * Keeps sessions in Postgres and fetches the sessions of concurrent requests in one query. Nothing is cached: a session
 * that has ended on any node is no longer found by the next request.
 */
export class SessionStore extends PgStore {
  private fetching: Promise<unknown> = Promise.resolve();

  private readonly loader = new DataLoader<string, SessionData | null>(
    (ids) => {
      const found = fetchSessions(this.pool, ids);
      this.fetching = found.catch(() => undefined);
      return found;
    },
    // Requests that arrive during a query are batched into the next one.
    { cache: false, batchScheduleFn: (send) => void this.fetching.then(() => setImmediate(send)) },
  );

  constructor(
    private readonly pool: Pool,
    /** Called when a session has ended on this node. */
    private readonly onEnded: (sessionId: string) => void = () => undefined,
  ) {
    // With touch disabled, reads write nothing: a session ends a fixed time after the sign-in.
    super({ pool, schemaName: 'platform', tableName: 'sessions', disableTouch: true });
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    this.loader.load(id).then(
      (found) => done(null, found),
      (error: unknown) => done(error),
    );
  }

  override destroy(id: string, done?: (error?: unknown) => void): void {
    super.destroy(id, (error?: unknown) => {
      if (!error) this.onEnded(id);
      done?.(error);
    });
  }
}

async function fetchSessions(pool: Pool, ids: readonly string[]): Promise<(SessionData | null)[]> {
  const { rows } = await pool.query<{ sid: string; sess: SessionData }>({
    name: 'fetch_sessions',
    text: 'select sid, sess from platform.sessions where sid = any($1) and expire >= now()',
    values: [ids],
  });
  const bySid = new Map(rows.map(({ sid, sess }) => [sid, sess]));
  return ids.map((id) => bySid.get(id) ?? null);
}

/** Lifetime of a session, counted from the sign-in. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

export const SESSIONS_TABLE = `
create table if not exists platform.sessions (
  sid text primary key, sess json not null, expire timestamptz not null);
create index if not exists sessions_expire on platform.sessions (expire);
`;

type SessionConfig = Pick<AppConfig, 'sessionSecret' | 'publicUrl' | 'trustedProxies'>;

/**
 * Returns the cookie's name. Browsers share cookies between the ports of a host: a name per installation keeps two
 * installations on one machine from signing each other's users out, and is the same on all nodes of one installation.
 */
export const sessionCookieName = (config: Pick<AppConfig, 'sessionSecret'>): string =>
  `storyreel_${createHash('sha256').update(`cookie-name:${config.sessionSecret}`).digest('hex').slice(0, 8)}`;

/** Creates the middleware for HTTP and for the handshake of sockets. */
export function createSessionMiddleware(store: SessionStore, config: SessionConfig): RequestHandler {
  return session({
    name: sessionCookieName(config),
    secret: config.sessionSecret,
    store,
    resave: false,
    saveUninitialized: false,
    // For `secure: 'auto'`, express detects TLS through the trusted proxies. When none is configured, but the https
    // public address implies a proxy, any proxy's scheme header is accepted.
    ...(config.publicUrl?.startsWith('https:') && config.trustedProxies === undefined ? { proxy: true } : {}),
    cookie: { httpOnly: true, sameSite: 'lax', secure: 'auto', path: '/', maxAge: SESSION_LIFETIME_MS },
  });
}

/** Checks sessions for connections that outlive a request. */
@Injectable()
export class LiveSessions {
  /** Emits the ids of sessions that end on this node. */
  readonly ended = new Subject<string>();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Returns the ids of those sessions that have neither ended on any node nor expired. */
  async among(sessionIds: string[]): Promise<Set<string>> {
    const { rows } = await this.pool.query<{ sid: string }>(
      'select sid from platform.sessions where sid = any($1) and expire > $2',
      [sessionIds, this.clock.now()],
    );
    return new Set(rows.map(({ sid }) => sid));
  }
}
