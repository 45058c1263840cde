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

/** What a platform gives for a consent, or for a refresh token. */
export interface Tokens {
  access: string;
  /** Null when the platform sent none: the one from before stays. */
  refresh: string | null;
  expiresAt: Date;
}

/** The platform takes the refresh token no more. */
export class RefreshRefused extends Error {}

export interface TokenRefresher {
  /** A token is refreshed when it is good for less than this. */
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
/** A row is locked meanwhile, and a connection taken. */
const REFRESH_MS = 20_000;
/** The transaction waits for the platform, and has to be there still when it answers. */
const IDLE_MS = REFRESH_MS + 10_000;
const REVOKED = 'The platform no longer accepts this connection. Please connect the account again.';
const revoked = (cause?: unknown): AccessRevoked => new AccessRevoked(REVOKED, cause);

/** What opens accounts at their platforms: sealed, in a table of their own, and in no event, log line or answer. */
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

  /** Of an account that its owner has just given consent for. */
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

  /** Nothing when the account is somebody else's. */
  async forget(accountId: string, ownerId: string): Promise<void> {
    await this.pool.query('delete from platform.social_tokens where account_id = $1 and owner_id = $2', [
      accountId,
      ownerId,
    ]);
  }

  /** The platform has refused it although it was fresh. */
  async revoke(accountId: string): Promise<void> {
    await this.pool.query('update platform.social_tokens set revoked_at = now() where account_id = $1', [accountId]);
  }

  /** An access token that should be good for a while. @throws AccessRevoked, PublishPassing */
  async access(accountId: string, signal: AbortSignal): Promise<string> {
    const { rows } = await this.pool.query<Row>(SELECT, [accountId]);
    const row = this.usable(rows[0]);
    const access = this.open(row.access, accountId, 'access');
    return this.isFresh(row) ? access : this.refreshed(accountId, null, signal);
  }

  /** Another one in the place of one that was refused; the one that somebody else got meanwhile. */
  renewed(accountId: string, refused: string, signal: AbortSignal): Promise<string> {
    return this.refreshed(accountId, refused, signal);
  }

  /** The row is locked meanwhile, so that one refresh runs at a time, on whichever node. */
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
      // The platform is away: what is still good for a while serves as long.
      if (asked === 'away' && refused === null && row.expiresAt > this.clock.now()) return access;
      if (asked === 'away') throw new PublishPassing('The platform could not be reached to renew the access.');
      await this.store(client, accountId, asked);
      return asked.access;
    });
    if (outcome === null) throw revoked();
    return outcome;
  }

  /**
   * Once asked, the platform may take the old refresh token no more: whoever stops us meanwhile does not keep us from
   * storing the new one.
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
      // An empty token is none.
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
