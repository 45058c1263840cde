import type { Pool, PoolClient } from 'pg';
import type { SocialPlatform } from '@storyreel/contracts';
import type { Clock } from '../../../lib/time';
import { ensureTables, inTransaction } from '../../../infra/postgres/transaction';
import { AccessRevoked, PublishPassing } from '../publish-errors';
import { WireFailure } from '../wire/platform-wire';
import { CannotOpen, type TokenCipher } from './token-cipher';

const TABLE = `
create table if not exists platform.social_tokens (
  account_id uuid primary key,
  owner_id uuid not null,
  platform text not null,
  access text not null,
  refresh text,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  updated_at timestamptz not null default now());
`;

/** Tokens from a platform, for a consent or for a refresh token. */
export interface Tokens {
  access: string;
  /** Null when the platform sent none; the previous one is kept. */
  refresh: string | null;
  expiresAt: Date;
}

/** The platform no longer accepts the refresh token. */
export class RefreshRefused extends Error {}

export interface TokenRefresher {
  /** A token valid for less than this is refreshed. */
  readonly refreshMs: number;
  /** @throws RefreshRefused, WireFailure */
  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens>;
}

interface Row {
  platform: SocialPlatform;
  access: string;
  refresh: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
}
const SELECT = `select platform, access, refresh, expires_at as "expiresAt", revoked_at as "revokedAt"
  from platform.social_tokens where account_id = $1`;
/** Limited because a row is locked and a connection occupied meanwhile. */
const REFRESH_MS = 20_000;
/** The transaction is idle while it waits for the platform, and must survive until the answer. */
const IDLE_MS = REFRESH_MS + 10_000;
const REVOKED = 'The platform no longer accepts this connection. Please connect the account again.';
const revoked = (cause?: unknown): AccessRevoked => new AccessRevoked(REVOKED, cause);

/**
 * Access to accounts on their platforms: tokens are encrypted, in a separate table, and in no event, log line or
 * answer.
 */
export class PlatformTokens {
  constructor(
    private readonly pool: Pool,
    private readonly cipher: TokenCipher,
    private readonly refreshers: Partial<Record<SocialPlatform, TokenRefresher>>,
    private readonly clock: Clock,
  ) {}

  async prepare(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  /** Stores the tokens of an account whose owner has just given consent. */
  async save(account: { id: string; ownerId: string; platform: SocialPlatform }, tokens: Tokens): Promise<void> {
    const { access, refresh } = this.sealed(account.id, tokens);
    await this.pool.query(
      `insert into platform.social_tokens as t (account_id, owner_id, platform, access, refresh, expires_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (account_id) do update set access = excluded.access, refresh = coalesce(excluded.refresh, t.refresh),
         expires_at = excluded.expires_at, revoked_at = null, updated_at = now()`,
      [account.id, account.ownerId, account.platform, access, refresh, tokens.expiresAt],
    );
  }

  /** Does nothing for another user's account. */
  async forget(accountId: string, ownerId: string): Promise<void> {
    await this.pool.query('delete from platform.social_tokens where account_id = $1 and owner_id = $2', [
      accountId,
      ownerId,
    ]);
  }

  /** Marks an account as revoked after the platform has refused even a fresh token. */
  async revoke(accountId: string): Promise<void> {
    await this.pool.query('update platform.social_tokens set revoked_at = now() where account_id = $1', [accountId]);
  }

  /** Returns an access token that should stay valid for a while. @throws AccessRevoked, PublishPassing */
  async access(accountId: string, signal: AbortSignal): Promise<string> {
    const { rows } = await this.pool.query<Row>(SELECT, [accountId]);
    const row = this.usable(rows[0]);
    const access = this.open(row.access, accountId, 'access');
    return this.isFresh(row) ? access : this.refreshed(accountId, null, signal);
  }

  /** Replaces a refused token; returns the newer one if it was renewed concurrently. */
  renewed(accountId: string, refused: string, signal: AbortSignal): Promise<string> {
    return this.refreshed(accountId, refused, signal);
  }

  /** Locks the row, so that one refresh runs at a time across all nodes. */
  private async refreshed(accountId: string, refused: string | null, signal: AbortSignal): Promise<string> {
    const outcome = await inTransaction(this.pool, async (client) => {
      await client.query(`set local idle_in_transaction_session_timeout = ${IDLE_MS}`);
      const { rows } = await client.query<Row>(`${SELECT} for update`, [accountId]);
      const row = this.usable(rows[0]);
      const access = this.open(row.access, accountId, 'access');
      if (refused === null ? this.isFresh(row) : access !== refused) return access;
      const asked = await this.ask(row, accountId, signal);
      if (asked === 'refused') {
        await client.query('update platform.social_tokens set revoked_at = now() where account_id = $1', [accountId]);
        return null;
      }
      // The platform is unavailable: a token that has not expired is used until it does.
      if (asked === 'away' && refused === null && row.expiresAt > this.clock.now()) return access;
      if (asked === 'away') throw new PublishPassing('The platform could not be reached to renew the access.');
      await this.store(client, accountId, asked);
      return asked.access;
    });
    if (outcome === null) throw revoked();
    return outcome;
  }

  /**
   * Ignores an abort once the platform was asked: the old refresh token may be invalid by then, so the new one must be
   * stored.
   */
  private async ask(row: Row, accountId: string, signal: AbortSignal): Promise<Tokens | 'refused' | 'away'> {
    const refresher = this.refreshers[row.platform];
    if (row.refresh === null || refresher === undefined) return 'refused';
    signal.throwIfAborted();
    const time = AbortSignal.timeout(REFRESH_MS);
    try {
      return await refresher.refresh(this.open(row.refresh, accountId, 'refresh'), time);
    } catch (error) {
      if (time.aborted) return 'away';
      if (error instanceof RefreshRefused) return 'refused';
      if (error instanceof WireFailure) return 'away';
      throw error;
    }
  }

  private async store(client: PoolClient, accountId: string, tokens: Tokens): Promise<void> {
    const { access, refresh } = this.sealed(accountId, tokens);
    await client.query(
      `update platform.social_tokens set access = $2, refresh = coalesce($3, refresh), expires_at = $4, updated_at = now()
       where account_id = $1`,
      [accountId, access, refresh, tokens.expiresAt],
    );
  }

  private sealed(accountId: string, { access, refresh }: Tokens): { access: string; refresh: string | null } {
    return {
      access: this.cipher.seal(access, `${accountId}/access`),
      // An empty token counts as none.
      refresh: refresh ? this.cipher.seal(refresh, `${accountId}/refresh`) : null,
    };
  }

  private open(sealed: string, accountId: string, kind: 'access' | 'refresh'): string {
    try {
      return this.cipher.open(sealed, `${accountId}/${kind}`);
    } catch (error) {
      if (error instanceof CannotOpen) throw revoked(error);
      throw error;
    }
  }

  private usable(row: Row | undefined): Row {
    if (row === undefined || row.revokedAt !== null) throw revoked();
    return row;
  }

  private isFresh({ platform, expiresAt }: Row): boolean {
    return expiresAt.getTime() - this.clock.now().getTime() > (this.refreshers[platform]?.refreshMs ?? 0);
  }
}
