import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../lib/time';
import { ensureTables } from '../postgres/transaction';

const TABLE = `
create unlogged table if not exists platform.attempts (
  key text primary key, count integer not null, opens_at timestamptz not null, forget_at timestamptz not null);
create index if not exists attempts_forget_at on platform.attempts (forget_at);
`;

/** A counter is deleted this long after its next attempt became allowed, if no attempt follows. */
const FORGET_SECONDS = 3_600;

/**
 * During a wait the statement neither changes nor returns the row, so a refused attempt does not lengthen the wait.
 * When there is no wait, `opens_at` is -infinity and not the current time: otherwise simultaneous attempts, and nodes
 * with different clocks, would refuse one another.
 */
const TAKE = `
insert into platform.attempts as a (key, count, opens_at, forget_at)
select $1, 1, case when wait > 0 then $2::timestamptz + make_interval(secs => wait) else '-infinity' end, $2::timestamptz + make_interval(secs => wait + $6::float8)
from (select case when 1 < $3::int then 0 else $4::float8 end as wait) first
on conflict (key) do update set (count, opens_at, forget_at) = (
  select counted, case when wait > 0 then $2::timestamptz + make_interval(secs => wait) else '-infinity' end, $2::timestamptz + make_interval(secs => wait + $6::float8)
  from (select case when a.forget_at <= $2 then 1 else a.count + 1 end as counted) c,
    lateral (select case when counted < $3::int then 0 else least($5::float8, $4::float8 * 2 ^ least(counted - $3::int, 30)) end as wait) w)
where a.opens_at <= $2
returning count`;

export interface Allowance {
  /** Key of the counter, such as 'sign-in:client:203.0.113.7'. */
  key: string;
  /** Attempts without a wait; each further one starts a wait. */
  free: number;
  /** The first wait; each further one is twice as long. */
  waitSeconds: number;
  longestWaitSeconds: number;
}

/** Counts attempts across all nodes and throttles them with growing waits. */
@Injectable()
export class Throttle implements OnModuleInit {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  /**
   * Counts one attempt against every allowance, or against none. Returns 0 when the attempt is allowed, else the
   * seconds to wait.
   */
  async take(allowances: readonly Allowance[]): Promise<number> {
    const waits = await Promise.all(allowances.map((allowance) => this.takeOne(allowance)));
    const longest = Math.max(0, ...waits);
    if (longest > 0) await this.giveBack(allowances.filter((_, index) => waits[index] === 0));
    return longest;
  }

  /** True for the first use within an hour: makes a secret single-use, even for simultaneous uses. */
  async once(secret: string): Promise<boolean> {
    const key = `once:${createHash('sha256').update(secret).digest('base64url')}`;
    const forgotten = { waitSeconds: FORGET_SECONDS, longestWaitSeconds: FORGET_SECONDS };
    return (await this.take([{ key, free: 1, ...forgotten }])) === 0;
  }

  /** Takes back one attempt that should not count. */
  async giveBack(allowances: readonly Pick<Allowance, 'key'>[]): Promise<void> {
    await this.pool.query(
      `update platform.attempts set count = greatest(count - 1, 0), opens_at = '-infinity' where key = any($1)`,
      [allowances.map(({ key }) => key)],
    );
  }

  /** Deletes the counter. */
  async reset(key: string): Promise<void> {
    await this.pool.query('delete from platform.attempts where key = $1', [key]);
  }

  private async takeOne({ key, free, waitSeconds, longestWaitSeconds }: Allowance): Promise<number> {
    const now = this.clock.now();
    const values = [key, now, free, waitSeconds, longestWaitSeconds, FORGET_SECONDS];
    const { rows } = await this.pool.query<{ count: number }>(TAKE, values);
    if (rows[0]?.count === 1) await this.pool.query('delete from platform.attempts where forget_at <= $1', [now]);
    if (rows[0]) return 0;
    const closed = await this.pool.query<{ opens_at: Date }>(
      'select greatest(opens_at, $2) as opens_at from platform.attempts where key = $1',
      [key, now],
    );
    const opensAt = closed.rows[0]?.opens_at.getTime() ?? now.getTime();
    return Math.max(1, Math.ceil((opensAt - now.getTime()) / 1_000));
  }
}
