import { hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { TokenKeys } from '../../../infra/config/key-settings';
import { ensureTables } from '../../../infra/postgres/transaction';
import { CannotOpen, TokenCipher } from '../../../infra/sealing/token-cipher';
import { DomainError } from '../../../lib/domain-error';
import { StartError } from '../../../lib/keep-trying';
import { toStoreError } from '../postgres/store-error';

/** When an account is erased, its row stays, but without the key. */
const TABLE = `
create table if not exists platform.account_keys (
  owner_id uuid primary key, wrapped text, created_at timestamptz not null default now(), erased_at timestamptz,
  check ((wrapped is null) = (erased_at is not null)));
create index if not exists account_keys_erased on platform.account_keys (erased_at) where erased_at is not null;`;

/**
 * Owner of a key that encrypts nothing. At the start, an attempt to unwrap this key shows whether the master key is the
 * right one.
 */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const KEY_BYTES = 32;
const CACHED_KEYS = 20_000;
/** Maximum time for which a node still uses a key that another node has destroyed. */
export const KEY_CACHE_MS = 30_000;
const PAGE = 500;

/** Id of the master key that is derived from the session secret. */
const DERIVED = 'session';

/**
 * Returns the master keys, which wrap the accounts' keys. They are the keys of ACCOUNT_KEYS, and one that is derived
 * from the session secret, which all nodes share. The first key wraps, and all keys unwrap.
 */
export function masterKeys({ accountKeys = [], sessionSecret }: MasterKeySettings): TokenKeys {
  if (sessionSecret === '') return accountKeys;
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'account-keys', KEY_BYTES));
  return [...accountKeys, { id: DERIVED, key }];
}

export interface MasterKeySettings {
  accountKeys?: TokenKeys;
  /** Empty if the secret is not known. */
  sessionSecret: string;
}

export class AccountErased extends DomainError {
  constructor() {
    super('not_found', 'This account was erased.');
  }
}

export const ACCOUNT_KEYS = Symbol('AccountKeys');

/** Stores a key for each account, which encrypts the account's events. Destroying the key erases the events. */
export class AccountKeys {
  /** `key` is null when it was destroyed. */
  private readonly cached = new LRUCache<string, { key: Buffer | null }>({ max: CACHED_KEYS, ttl: KEY_CACHE_MS });
  private readonly cipher: TokenCipher;

  private constructor(
    private readonly pool: Pool,
    private readonly masters: TokenKeys,
  ) {
    this.cipher = new TokenCipher(masters);
  }

  /**
   * @param options.isTool only checks the master key, since the installation's master key is chosen by its first
   * server, never by a tool
   * @throws StartError when the database's keys were wrapped with another master key
   */
  static async open(pool: Pool, masters: TokenKeys, { isTool = false } = {}): Promise<AccountKeys> {
    await ensureTables(pool, TABLE);
    const keys = new AccountKeys(pool, masters);
    try {
      if (isTool) await keys.of([NOBODY]);
      else await keys.toWrite([NOBODY]);
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      throw new StartError(
        'ACCOUNT_KEYS: the key is missing that opens what this database keeps encrypted. Set ACCOUNT_KEYS, or ' +
          'SESSION_SECRET where ACCOUNT_KEYS was never set, to what it was; on every node the same.',
        { cause: error },
      );
    }
    return keys;
  }

  /** Returns a recently read key: null when it was destroyed, undefined when it is not cached. */
  recent(ownerId: string): Buffer | null | undefined {
    return this.cached.get(ownerId)?.key;
  }

  /**
   * Returns the keys of these owners: null for a destroyed key, no entry for an owner without a key.
   * @throws StoreUnavailable, CannotOpen
   */
  async of(ownerIds: Iterable<string>): Promise<Map<string, Buffer | null>> {
    const found = new Map<string, Buffer | null>();
    const missing: string[] = [];
    for (const id of new Set(ownerIds)) {
      const key = this.recent(id);
      if (key === undefined) missing.push(id);
      else found.set(id, key);
    }
    if (missing.length === 0) return found;
    const { rows } = await this.query<{ id: string; wrapped: string | null }>(
      'select owner_id as id, wrapped from platform.account_keys where owner_id = any($1::uuid[])',
      [missing],
    );
    for (const { id, wrapped } of rows) {
      const key = wrapped === null ? null : Buffer.from(this.cipher.open(wrapped, id), 'base64');
      this.cached.set(id, { key });
      found.set(id, key);
    }
    return found;
  }

  /**
   * Like `of`, but creates missing keys.
   * @throws AccountErased, StoreUnavailable, CannotOpen
   */
  async toWrite(ownerIds: readonly string[]): Promise<Map<string, Buffer>> {
    const keys = await this.of(ownerIds);
    const missing = ownerIds.filter((id) => !keys.has(id));
    for (const id of missing) {
      await this.query('insert into platform.account_keys (owner_id, wrapped) values ($1, $2) on conflict do nothing', [
        id,
        this.cipher.seal(randomBytes(KEY_BYTES).toString('base64'), id),
      ]);
    }
    const all = new Map<string, Buffer>();
    for (const [id, key] of [...keys, ...(missing.length > 0 ? await this.of(missing) : [])]) {
      if (key === null) throw new AccountErased();
      all.set(id, key);
    }
    return all;
  }

  /** Destroys a key for good. Idempotent. */
  async destroy(ownerId: string): Promise<void> {
    await this.query(
      `insert into platform.account_keys (owner_id, wrapped, erased_at) values ($1, null, now())
       on conflict (owner_id) do update set wrapped = null, erased_at = excluded.erased_at
       where platform.account_keys.erased_at is null`,
      [ownerId],
    );
    this.cached.set(ownerId, { key: null });
  }

  /** Returns the ids of all erased accounts. */
  async erased(): Promise<string[]> {
    const { rows } = await this.query<{ id: string }>(
      'select owner_id as id from platform.account_keys where erased_at is not null order by erased_at',
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the time of the latest erasure of an account; null if no account was erased. */
  async lastErasure(): Promise<Date | null> {
    const { rows } = await this.query<{ at: Date | null }>(
      'select max(erased_at) as at from platform.account_keys where erased_at is not null',
    );
    return rows[0]?.at ?? null;
  }

  /** Wraps every key with the newest master key, unless it already is. Returns the number of changed keys. */
  async rewrap(): Promise<number> {
    let count = 0;
    for (let last = NOBODY, isFirst = true; ; isFirst = false) {
      const { rows } = await this.query<{ id: string; wrapped: string }>(
        `select owner_id as id, wrapped from platform.account_keys
         where wrapped is not null and (owner_id > $1 or ($2 and owner_id = $1)) order by owner_id limit ${PAGE}`,
        [last, isFirst],
      );
      for (const { id, wrapped } of rows) {
        if (wrapped.startsWith(`${this.masters[0]?.id ?? ''}.`)) continue;
        // Changes nothing if the key was destroyed in the meantime.
        const { rowCount } = await this.query(
          'update platform.account_keys set wrapped = $3 where owner_id = $1 and wrapped = $2',
          [id, wrapped, this.cipher.seal(this.cipher.open(wrapped, id), id)],
        );
        count += rowCount ?? 0;
      }
      const next = rows.at(-1)?.id;
      if (next === undefined) return count;
      last = next;
    }
  }

  private async query<Row extends object>(text: string, values: unknown[] = []) {
    try {
      return await this.pool.query<Row>(text, values);
    } catch (error) {
      throw toStoreError(error);
    }
  }
}
