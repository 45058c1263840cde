import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { OpenSession } from '@storyreel/contracts';
import { Pool } from 'pg';
import type { SessionUser } from './session.guard';
import { LiveSessions, SESSION_LIFETIME_MS } from './session-store';

const USER_ID = `sess -> 'user' ->> 'id'`;
export const SESSIONS_BY_USER = `create index if not exists sessions_user on platform.sessions ((${USER_ID}));`;

/** Names a session where its secret id must not be shown. */
const publicId = (sid: string): string => createHash('sha256').update(sid).digest('base64url').slice(0, 22);

const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/**
 * Returns a name such as 'Firefox on Windows' from a User-Agent header, with the parts that the header contains. Edge
 * and Opera also name Chrome.
 */
export function deviceOf(agent: string): string {
  const named = (names: typeof BROWSERS) => names.find(([mark]) => mark.test(agent))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(' on ');
}

interface Row {
  sid: string;
  agent: string | null;
  expire: Date;
}

type UserChange = Partial<Pick<SessionUser, 'firstName' | 'email'>>;

/** Changes the name or the e-mail address in all sessions of a user. */
export async function changeSessions(pool: Pool, userId: string, change: UserChange): Promise<void> {
  await pool.query(
    `update platform.sessions
     set sess = jsonb_set(sess::jsonb, '{user}', sess::jsonb -> 'user' || $2::jsonb)::json where ${USER_ID} = $1`,
    [userId, JSON.stringify(change)],
  );
}

/** The sessions of one user, on all nodes. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly pool: Pool,
    @Inject(LiveSessions) private readonly live: Pick<LiveSessions, 'ended'>,
  ) {}

  /** Lists the current session first, then the newest. */
  async list(userId: string, currentSid: string): Promise<OpenSession[]> {
    const rows = await this.rows(userId);
    const listed = rows.map(({ sid, agent, expire }) => ({
      id: publicId(sid),
      isCurrent: sid === currentSid,
      device: deviceOf(agent ?? ''),
      since: new Date(expire.getTime() - SESSION_LIFETIME_MS).toISOString(),
    }));
    return [...listed.filter(({ isCurrent }) => isCurrent), ...listed.filter(({ isCurrent }) => !isCurrent)];
  }

  /** Ends one session, or all but `keptSid`. Does nothing for a session that has already ended. */
  async end(userId: string, { id, keptSid }: { id?: string; keptSid?: string }): Promise<void> {
    const ending = (await this.rows(userId))
      .map(({ sid }) => sid)
      .filter((sid) => (id === undefined ? sid !== keptSid : publicId(sid) === id));
    await this.pool.query('delete from platform.sessions where sid = any($1)', [ending]);
    for (const sid of ending) this.live.ended.next(sid);
  }

  change(userId: string, change: UserChange): Promise<void> {
    return changeSessions(this.pool, userId, change);
  }

  private async rows(userId: string): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>(
      `select sid, sess ->> 'agent' as agent, expire from platform.sessions
       where ${USER_ID} = $1 and expire >= now() order by expire desc, sid`,
      [userId],
    );
    return rows;
  }
}
