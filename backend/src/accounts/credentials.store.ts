import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DatabaseError, Pool } from 'pg';
import { ensureTables } from '../infra/postgres/transaction';
import type { SessionUser } from '../infra/sessions';
import { DomainError } from '../lib/domain-error';

const TABLES = `
create table if not exists platform.credentials (
  email text primary key check (email = lower(email)),
  user_id uuid not null unique,
  first_name text not null,
  password_hash text not null,
  created_at timestamptz not null default now());
create table if not exists platform.identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null unique,
  email text not null,
  first_name text not null,
  created_at timestamptz not null default now(),
  primary key (issuer, subject));
create table if not exists platform.password_resets (
  user_id uuid primary key,
  token_hash text not null unique,
  expires_at timestamptz not null);
create table if not exists platform.email_changes (
  user_id uuid primary key,
  email text not null,
  token_hash text not null unique,
  expires_at timestamptz not null);
alter table platform.identities add column if not exists email_verified boolean not null default false;
`;

const UNIQUE_VIOLATION = '23505';

export const emailTaken = (): DomainError =>
  new DomainError('email_taken', 'An account with this e-mail address already exists.');

interface Row {
  user_id: string;
  email: string;
  first_name: string;
}

/** An account with a given address, and whether the user is known to own that address. */
export interface AccountOfEmail {
  userId: string;
  by: 'password' | 'identity provider';
  isVerified: boolean;
}

export interface Credentials {
  user: SessionUser;
  passwordHash: string;
}

const toUser = (row: Row): SessionUser => ({ id: row.user_id, email: row.email, firstName: row.first_name });

/** Sign-in credentials: password hashes, which never enter the log, and identities at an OIDC provider. */
@Injectable()
export class CredentialsStore implements OnModuleInit {
  constructor(private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLES);
  }

  async find(email: string): Promise<Credentials | null> {
    const { rows } = await this.pool.query<Row & { password_hash: string }>(
      'select user_id, email, first_name, password_hash from platform.credentials where email = $1',
      [email],
    );
    return rows[0] ? { user: toUser(rows[0]), passwordHash: rows[0].password_hash } : null;
  }

  /**
   * Returns the accounts with an address: at most one with a password, and any number from an identity provider. The
   * address of a password account counts as verified only if the installation signs people in by password, because only
   * then can no second account have it.
   */
  async accountsOf(email: string, { oidc }: { oidc?: object }): Promise<AccountOfEmail[]> {
    const { rows } = await this.pool.query<AccountOfEmail>(
      `select user_id as "userId", 'password' as by, $2::boolean as "isVerified"
         from platform.credentials where email = $1
       union all
       select user_id, 'identity provider', email_verified from platform.identities where email = $1`,
      [email.toLowerCase(), oidc === undefined],
    );
    return rows;
  }

  /** Returns the ids of all accounts with an address, verified or not. */
  async userIdsOf(email: string): Promise<string[]> {
    return (await this.accountsOf(email, {})).map(({ userId }) => userId);
  }

  /** Returns the ids of accounts whose address contains a text, up to a thousand. */
  async userIdsLike(part: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      `select user_id from platform.credentials where strpos(email, $1) > 0
       union select user_id from platform.identities where strpos(lower(email), $1) > 0 limit 1000`,
      [part.toLowerCase()],
    );
    return rows.map(({ user_id }) => user_id);
  }

  /** Returns e-mail addresses by user id; unknown accounts are left out. */
  async emailsOf(userIds: readonly string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const { rows } = await this.pool.query<{ user_id: string; email: string }>(
      `select user_id, email from platform.credentials where user_id = any($1::uuid[])
       union select user_id, email from platform.identities where user_id = any($1::uuid[])`,
      [userIds],
    );
    return new Map(rows.map(({ user_id, email }) => [user_id, email]));
  }

  /** Stores a new account's credentials. Returns false when the e-mail address is taken. */
  async add(user: SessionUser, passwordHash: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into platform.credentials (email, user_id, first_name, password_hash) values ($1, $2, $3, $4)
       on conflict (email) do nothing`,
      [user.email, user.id, user.firstName, passwordHash],
    );
    return rowCount === 1;
  }

  async rename(userId: string, firstName: string): Promise<void> {
    await this.pool.query('update platform.credentials set first_name = $2 where user_id = $1', [userId, firstName]);
  }

  /** Replaces a password's hash. Returns false when the password was changed concurrently. */
  async replaceHash(userId: string, before: string, passwordHash: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'update platform.credentials set password_hash = $3 where user_id = $1 and password_hash = $2',
      [userId, before, passwordHash],
    );
    return rowCount === 1;
  }

  /** Stores the hash of a one-time secret for resetting a user's password, replacing any earlier one. */
  async offerReset(userId: string, tokenHash: string, expiresAt: Date): Promise<void> {
    await this.pool.query(
      `insert into platform.password_resets (user_id, token_hash, expires_at) values ($1, $2, $3)
       on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [userId, tokenHash, expiresAt],
    );
  }

  /** Returns the account whose password the secret may set, or null. */
  async accountOfReset(tokenHash: string, now: Date): Promise<SessionUser | null> {
    const { rows } = await this.pool.query<Row>(
      `select c.user_id, c.email, c.first_name
       from platform.password_resets r join platform.credentials c using (user_id)
       where r.token_hash = $1 and r.expires_at > $2`,
      [tokenHash, now],
    );
    return rows[0] ? toUser(rows[0]) : null;
  }

  /**
   * Sets a password and consumes the secret, in one step. Returns false when the secret has been used or has expired.
   */
  async reset(tokenHash: string, now: Date, passwordHash: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `with used as (
         delete from platform.password_resets where token_hash = $1 and expires_at > $2 returning user_id)
       update platform.credentials c set password_hash = $3 from used where c.user_id = used.user_id`,
      [tokenHash, now, passwordHash],
    );
    return rowCount === 1;
  }

  /** Stores a new address until its owner confirms it by a one-time secret; replaces an earlier one. */
  async offerEmail(userId: string, email: string, tokenHash: string, expiresAt: Date): Promise<void> {
    await this.pool.query(
      `insert into platform.email_changes (user_id, email, token_hash, expires_at) values ($1, $2, $3, $4)
       on conflict (user_id) do update set
         email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [userId, email, tokenHash, expiresAt],
    );
  }

  /** Returns the new address that is not confirmed yet, or null. */
  async pendingEmail(userId: string, now: Date): Promise<string | null> {
    const { rows } = await this.pool.query<{ email: string }>(
      'select email from platform.email_changes where user_id = $1 and expires_at > $2',
      [userId, now],
    );
    return rows[0]?.email ?? null;
  }

  /**
   * Changes an account's address to the one that the secret confirms, and consumes the secret.
   * @returns null when the secret has been used, has expired or belongs to another account
   * @throws DomainError email_taken
   */
  confirmEmail(userId: string, tokenHash: string, now: Date): Promise<SessionUser | null> {
    return this.changeEmail(
      `with used as (
         delete from platform.email_changes where user_id = $1 and token_hash = $2 and expires_at > $3 returning email)
       update platform.credentials c set email = used.email from used where c.user_id = $1
       returning c.user_id, c.email, c.first_name`,
      [userId, tokenHash, now],
    );
  }

  /** Changes an address without a confirmation. @throws DomainError email_taken */
  replaceEmail(userId: string, email: string): Promise<SessionUser | null> {
    return this.changeEmail(
      'update platform.credentials set email = $2 where user_id = $1 returning user_id, email, first_name',
      [userId, email],
    );
  }

  private async changeEmail(statement: string, values: unknown[]): Promise<SessionUser | null> {
    try {
      const { rows } = await this.pool.query<Row>(statement, values);
      return rows[0] ? toUser(rows[0]) : null;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === UNIQUE_VIOLATION) throw emailTaken();
      throw error;
    }
  }

  /** Returns the account that is linked to an identity; links `candidate` when there is none. */
  async linkIdentity(
    { issuer, subject, isVerified }: { issuer: string; subject: string; isVerified: boolean },
    candidate: SessionUser,
  ): Promise<SessionUser> {
    const { rows } = await this.pool.query<Row>(
      `insert into platform.identities (issuer, subject, user_id, email, first_name, email_verified)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (issuer, subject) do update
         set email = excluded.email, first_name = excluded.first_name, email_verified = excluded.email_verified
       returning user_id, email, first_name`,
      [issuer, subject, candidate.id, candidate.email, candidate.firstName, isVerified],
    );
    if (!rows[0]) throw new Error('The identity was not stored');
    return toUser(rows[0]);
  }
}
