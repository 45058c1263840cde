import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock';
import { ensureTables } from '../database/ensure-tables';
import { PG_POOL } from '../database/pg-pool';

const TABLE = `
create unlogged table if not exists platform.throttle (
  key text primary key, count integer not null, resets_at timestamptz not null);
create index if not exists throttle_resets_at on platform.throttle (resets_at);
`;

const TAKE = `
insert into platform.throttle as t (key, count, resets_at)
values ($1, 1, $2::timestamptz + make_interval(secs => $3))
on conflict (key) do update set
  count = case when t.resets_at <= $2 then 1 else t.count + 1 end,
  resets_at = case when t.resets_at <= $2 then excluded.resets_at else t.resets_at end
returning count, resets_at`;

export interface Allowance {
  /** What is counted, such as 'sign-in:ip:203.0.113.7'. */
  key: string;
  limit: number;
  windowSeconds: number;
}

/** Counts attempts in fixed windows, for all nodes together. */
@Injectable()
export class Throttle implements OnModuleInit {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  /** Counts one attempt. Answers 0 when it is allowed, else the seconds until the next one is. */
  async take({ key, limit, windowSeconds }: Allowance): Promise<number> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<{ count: number; resets_at: Date }>(TAKE, [key, now, windowSeconds]);
    const row = rows[0];
    if (row?.count === 1) await this.pool.query('delete from platform.throttle where resets_at <= $1', [now]);
    if (!row || row.count <= limit) return 0;
    return Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1_000));
  }

  /** Takes one attempt back: it turned out to be none that counts. */
  async giveBack(key: string): Promise<void> {
    await this.pool.query('update platform.throttle set count = count - 1 where key = $1 and count > 0', [key]);
  }
}
