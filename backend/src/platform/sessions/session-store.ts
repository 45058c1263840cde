import connectPgSimple from 'connect-pg-simple';
import DataLoader from 'dataloader';
import session, { type SessionData } from 'express-session';
import type { Pool } from 'pg';

const PgStore = connectPgSimple(session);

/**
 * Sessions in Postgres, where those that several requests ask for at a time are fetched in one query. Nothing is kept
 * from one query to the next: a session that has ended on any node is gone for the next request.
 */
export class SessionStore extends PgStore {
  private fetching: Promise<unknown> = Promise.resolve();

  private readonly loader = new DataLoader<string, SessionData | null>(
    (ids) => {
      const found = fetchSessions(this.pool, ids);
      this.fetching = found.catch(() => undefined);
      return found;
    },
    // What arrives while a query is under way waits for it and goes together in the next one.
    { cache: false, batchScheduleFn: (send) => void this.fetching.then(() => setImmediate(send)) },
  );

  constructor(
    private readonly pool: Pool,
    /** Called when a session has ended on this node. */
    private readonly onEnded: (sessionId: string) => void = () => undefined,
  ) {
    // Without touching, reading a session writes nothing: its life ends a fixed time after the sign-in.
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
