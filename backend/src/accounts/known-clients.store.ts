import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock, daysBefore } from '../lib/time';
import { ensureTables } from '../infra/postgres/transaction';

const TABLE = `
create table if not exists platform.known_clients (
  email text not null, client text not null, seen_at timestamptz not null, primary key (email, client));
`;

const REMEMBERED_DAYS = 90;

/**
 * Stores the network addresses from which people have signed in to an account, so that failed attempts from elsewhere
 * do not slow sign-ins from these addresses down.
 */
@Injectable()
export class KnownClientsStore implements OnModuleInit {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  async knows(email: string, client: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'select from platform.known_clients where email = $1 and client = $2 and seen_at > $3',
      [email, client, this.oldest()],
    );
    return rowCount === 1;
  }

  async remember(email: string, client: string): Promise<void> {
    await this.pool.query(
      `insert into platform.known_clients (email, client, seen_at) values ($1, $2, $3)
       on conflict (email, client) do update set seen_at = excluded.seen_at`,
      [email, client, this.clock.now()],
    );
    await this.pool.query('delete from platform.known_clients where email = $1 and seen_at <= $2', [
      email,
      this.oldest(),
    ]);
  }

  /** Deletes the network addresses stored for an e-mail address that no account has any more. */
  async forget(email: string): Promise<void> {
    await this.pool.query('delete from platform.known_clients where email = $1', [email]);
  }

  private oldest(): Date {
    return daysBefore(this.clock.now(), REMEMBERED_DAYS);
  }
}
