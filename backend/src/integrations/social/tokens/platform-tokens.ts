import { Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { SocialPlatform } from '@storyreel/contracts';
import { toError } from '../../../lib/errors';
import type { Clock } from '../../../lib/time';
import { ensureTables, inTransaction } from '../../../infra/postgres/transaction';
import { AccessRevoked, InstallationTrouble, PublishPassing } from '../publish-errors';
import { WireFailure } from '../wire/platform-wire';
import { CannotOpen, type TokenCipher } from '../../../infra/sealing/token-cipher';

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
alter table platform.social_tokens add column if not exists removed_at timestamptz;
`;

/** Tokens that a platform issued for a consent or for a refresh token. */
export interface Tokens {
  access: string;
  /** Null when the platform sent none; the previous one is kept. */
  refresh: string | null;
  expiresAt: Date;
}

/** The platform no longer accepts the refresh token. */
export class RefreshRefused extends Error {}

/** The platform refuses this installation, for example after a wrong client secret. The accounts' grants stay valid. */
export class InstallationRefused extends Error {}

export interface TokenRefresher {
  /** A token that is valid for less time than this is refreshed when it is used. */
  readonly refreshMs: number;
  /**
   * A token that was not renewed for this long is renewed even if it is not used, because the platform would end it.
   */
  readonly idleMs: number;
  /** @throws RefreshRefused, InstallationRefused, WireFailure */
  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens>;
  /**
   * Ends the tokens at the platform; missing if the platform has no such request.
   * @throws WireFailure, InstallationRefused
   */
  withdraw?(tokens: Tokens, signal: AbortSignal): Promise<void>;
}

/** An account whose tokens are stored. */
export interface TokenOwner {
  accountId: string;
  ownerId: string;
}

interface Row {
  platform: SocialPlatform;
  access: string;
  refresh: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
  updatedAt: Date;
}
type RemovedRow = Pick<Row, 'platform' | 'access' | 'refresh' | 'expiresAt'> & { removedAt: Date };
const SELECT = `select platform, access, refresh, expires_at as "expiresAt", revoked_at as "revokedAt",
    updated_at as "updatedAt"
  from platform.social_tokens where account_id = $1 and removed_at is null`;
/** Timeout for withdrawing a removed account's tokens, which is retried later. */
const WITHDRAW_MS = 5_000;
const AT_A_TIME = 100;
/** A removed account's tokens are deleted after this many days, even if the platform never answered. */
const WITHDRAW_DAYS = 7;
/** Minimum interval between two log messages to the operator about the same refusal. */
const TELL_MS = 10 * 60_000;
/** Time limit for a refresh, which locks a row and occupies a connection. */
const REFRESH_MS = 20_000;
/** The transaction is idle while it waits for the platform, and must survive until the answer. */
const IDLE_MS = REFRESH_MS + 10_000;
const REVOKED = 'The platform no longer accepts this connection. Please connect the account again.';
const WAITS_FOR_OPERATOR =
  "The platform doesn't accept this installation right now. The account stays connected, and the operator has been told.";
const revoked = (cause?: unknown): AccessRevoked => new AccessRevoked(REVOKED, cause);

/**
 * Access to accounts on their platforms. Tokens are encrypted, in a separate table, and never appear in an event, log
 * line or answer.
 */
export class PlatformTokens {
  private readonly logger = new Logger(PlatformTokens.name);
  /** Time in milliseconds of the last message to the operator that a platform refuses this installation. */
  private readonly told = new Map<SocialPlatform, number>();

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
      `insert into platform.social_tokens as t (account_id, owner_id, platform, access, refresh, expires_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (account_id) do update set access = excluded.access, refresh = coalesce(excluded.refresh, t.refresh),
         expires_at = excluded.expires_at, revoked_at = null, removed_at = null, updated_at = excluded.updated_at`,
      [account.id, account.ownerId, account.platform, access, refresh, tokens.expiresAt, this.clock.now()],
    );
  }

  /**
   * Makes an account's tokens unusable and withdraws them at the platform. A failed withdrawal is logged and delays
   * nothing; `withdrawRemoved` repeats it. Does nothing for another user's account.
   */
  async forget(accountId: string, ownerId: string): Promise<void> {
    const { rowCount } = await this.pool.query(
      'update platform.social_tokens set removed_at = $3 where account_id = $1 and owner_id = $2',
      [accountId, ownerId, this.clock.now()],
    );
    if (rowCount === 1) await this.withdraw(accountId, AbortSignal.timeout(WITHDRAW_MS));
  }

  /** Like `forget`, for every account of a user. */
  async forgetAll(ownerId: string): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select account_id as id from platform.social_tokens where owner_id = $1 and removed_at is null',
      [ownerId],
    );
    for (const { id } of rows) await this.forget(id, ownerId);
  }

  /** Withdraws the tokens of removed accounts whose platform could not be reached at the time. */
  async withdrawRemoved(signal: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<{ accountId: string }>(
      `select account_id as "accountId" from platform.social_tokens where removed_at is not null
       order by removed_at limit ${AT_A_TIME}`,
    );
    for (const { accountId } of rows) {
      await this.withdraw(accountId, AbortSignal.any([signal, AbortSignal.timeout(WITHDRAW_MS)]));
      signal.throwIfAborted();
    }
  }

  /** Returns the accounts whose tokens would soon expire without a renewal, the longest unused first. */
  async idle(): Promise<TokenOwner[]> {
    const now = this.clock.now().getTime();
    const found: TokenOwner[] = [];
    for (const [platform, refresher] of Object.entries(this.refreshers)) {
      const { rows } = await this.pool.query<TokenOwner>(
        `select account_id as "accountId", owner_id as "ownerId" from platform.social_tokens
         where platform = $1 and updated_at <= $2 and revoked_at is null and removed_at is null
         order by updated_at limit ${AT_A_TIME}`,
        [platform, new Date(now - refresher.idleMs)],
      );
      found.push(...rows);
    }
    return found;
  }

  /**
   * Renews the tokens of an account that has not been used for a while.
   * @throws AccessRevoked, PublishPassing
   */
  async keepAlive(accountId: string, signal: AbortSignal): Promise<void> {
    await this.refreshed(accountId, (row) => !this.isIdle(row), signal);
  }

  /** Deletes a removed account's tokens once the platform has answered, or after a week. */
  private async withdraw(accountId: string, signal: AbortSignal): Promise<void> {
    const { rows } = await this.pool.query<RemovedRow>(
      `select platform, access, refresh, expires_at as "expiresAt", removed_at as "removedAt" from platform.social_tokens
       where account_id = $1 and removed_at is not null`,
      [accountId],
    );
    const [row] = rows;
    if (row === undefined || !(await this.isWithdrawn(row, accountId, signal))) return;
    await this.pool.query('delete from platform.social_tokens where account_id = $1 and removed_at is not null', [
      accountId,
    ]);
  }

  /** A failure at one platform must delay neither the next platform nor the erasure of an account. */
  private async isWithdrawn(row: RemovedRow, accountId: string, signal: AbortSignal): Promise<boolean> {
    const { platform, expiresAt, removedAt } = row;
    try {
      const access = this.open(row.access, accountId, 'access');
      const refresh = row.refresh === null ? null : this.open(row.refresh, accountId, 'refresh');
      await this.refreshers[platform]?.withdraw?.({ access, refresh, expiresAt }, signal);
      return true;
    } catch (error) {
      const isTooLong = this.clock.now().getTime() - removedAt.getTime() > WITHDRAW_DAYS * 86_400_000;
      if (isTooLong)
        this.logger.error(
          toError(error),
          `${platform} could not be told in ${WITHDRAW_DAYS} days that a connection is over; its tokens are deleted here`,
        );
      else
        this.logger.warn(
          `${platform} could not be told yet that a connection is over and is asked again: ${toError(error).message}`,
        );
      return isTooLong;
    }
  }

  /** Marks an account as revoked, after the platform has refused even a fresh token. */
  async revoke(accountId: string): Promise<void> {
    await this.pool.query('update platform.social_tokens set revoked_at = now() where account_id = $1', [accountId]);
  }

  /**
   * Returns an access token that is valid for some time.
   * @throws AccessRevoked, PublishPassing
   */
  async access(accountId: string, signal: AbortSignal): Promise<string> {
    const { rows } = await this.pool.query<Row>(SELECT, [accountId]);
    const row = this.usable(rows[0]);
    const access = this.open(row.access, accountId, 'access');
    return this.isFresh(row) ? access : this.refreshed(accountId, (newer) => this.isFresh(newer), signal, this.hasTime);
  }

  /** Replaces a refused token; returns the current one if it was renewed concurrently. */
  renewed(accountId: string, refused: string, signal: AbortSignal): Promise<string> {
    return this.refreshed(accountId, (_, access) => access !== refused, signal);
  }

  /**
   * Refreshes an account's tokens. Locks the row, so that one refresh runs at a time across all nodes.
   * @param isGood true for a row that another node has renewed meanwhile
   * @param isUsable true if the current token may be used while the platform cannot renew it
   */
  private async refreshed(
    accountId: string,
    isGood: (row: Row, access: string) => boolean,
    signal: AbortSignal,
    isUsable: (row: Row) => boolean = () => false,
  ): Promise<string> {
    const outcome = await inTransaction(this.pool, async (client) => {
      await client.query(`set local idle_in_transaction_session_timeout = ${IDLE_MS}`);
      const { rows } = await client.query<Row>(`${SELECT} for update`, [accountId]);
      const row = this.usable(rows[0]);
      const access = this.open(row.access, accountId, 'access');
      if (isGood(row, access)) return access;
      const asked = await this.ask(row, accountId, signal);
      if (asked === 'refused') {
        await client.query('update platform.social_tokens set revoked_at = now() where account_id = $1', [accountId]);
        return null;
      }
      if (asked instanceof PublishPassing) {
        if (isUsable(row)) return access;
        throw asked;
      }
      await this.store(client, accountId, asked);
      return asked.access;
    });
    if (outcome === null) throw revoked();
    return outcome;
  }

  /**
   * Ignores an abort once the request was sent: the platform may have invalidated the old refresh token, so the new one
   * must be stored.
   */
  private async ask(row: Row, accountId: string, signal: AbortSignal): Promise<Tokens | 'refused' | PublishPassing> {
    const { platform } = row;
    const refresher = this.refreshers[platform];
    if (row.refresh === null || refresher === undefined) return 'refused';
    const refresh = this.open(row.refresh, accountId, 'refresh');
    signal.throwIfAborted();
    const time = AbortSignal.timeout(REFRESH_MS);
    try {
      const tokens = await refresher.refresh(refresh, time);
      if (this.told.delete(platform)) this.logger.log(`${platform} accepts this installation again`);
      return tokens;
    } catch (error) {
      if (error instanceof RefreshRefused) return 'refused';
      if (error instanceof InstallationRefused) return this.refusesUs(platform, error);
      if (time.aborted || error instanceof WireFailure)
        return new PublishPassing('The platform could not be reached to renew the access.', error);
      throw error;
    }
  }

  /** Reports to the operator that the platform refuses this installation; returns an error that lets a post wait. */
  private refusesUs(platform: SocialPlatform, cause: Error): InstallationTrouble {
    const now = this.clock.now().getTime();
    if (now - (this.told.get(platform) ?? -Infinity) >= TELL_MS) {
      this.told.set(platform, now);
      this.logger.error(
        cause,
        `${platform} refuses this installation. Check its client id and secret; accounts stay connected`,
      );
    }
    return new InstallationTrouble(WAITS_FOR_OPERATOR, cause);
  }

  private async store(client: PoolClient, accountId: string, tokens: Tokens): Promise<void> {
    const { access, refresh } = this.sealed(accountId, tokens);
    await client.query(
      `update platform.social_tokens set access = $2, refresh = coalesce($3, refresh), expires_at = $4, updated_at = $5
       where account_id = $1`,
      [accountId, access, refresh, tokens.expiresAt, this.clock.now()],
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
      if (!(error instanceof CannotOpen)) throw error;
      // The account owner's consent still stands: only this installation's key is missing.
      this.logger.error(error, 'The key of a stored token is missing in SOCIAL_TOKEN_KEYS');
      throw new InstallationTrouble(WAITS_FOR_OPERATOR, error);
    }
  }

  private usable(row: Row | undefined): Row {
    if (row === undefined || row.revokedAt !== null) throw revoked();
    return row;
  }

  private readonly hasTime = ({ expiresAt }: Row): boolean => expiresAt > this.clock.now();

  private isIdle({ platform, updatedAt }: Row): boolean {
    return this.clock.now().getTime() - updatedAt.getTime() >= (this.refreshers[platform]?.idleMs ?? Infinity);
  }

  private isFresh({ platform, expiresAt }: Row): boolean {
    return expiresAt.getTime() - this.clock.now().getTime() > (this.refreshers[platform]?.refreshMs ?? 0);
  }
}
