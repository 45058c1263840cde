import { randomBytes, randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { isLocked } from '../../../testing/is-locked';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { AccessRevoked, InstallationTrouble, PublishPassing } from '../publish-errors';
import { WireFailure } from '../wire/platform-wire';
import { InstallationRefused, PlatformTokens, RefreshRefused, type Tokens } from './platform-tokens';
import { TokenCipher } from '../../../infra/sealing/token-cipher';

const DAY_MS = 86_400_000;
let now: Date;
const IDLE_MS = 200;
const never = new AbortController().signal;

describe('a refresh of tokens', () => {
  let database: TestDatabase;
  let pool: Pool;
  let accountId: string;
  let ownerId: string;
  /** Refresh tokens sent to the platform. */
  let sent: string[];
  let answer: (signal: AbortSignal) => Promise<Tokens>;
  let tokens: PlatformTokens;
  /** Tokens withdrawn at the platform. */
  let withdrawn: string[];
  let withdraw: () => Promise<void>;
  const account = () => ({ id: accountId, ownerId, platform: 'youtube' as const });
  const lasting = { access: 'access-2', refresh: 'refresh-2', expiresAt: new Date('2027-01-01T01:00:00Z') };

  beforeEach(async () => {
    now = new Date('2027-01-01T00:00:00Z');
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 3, idle_in_transaction_session_timeout: IDLE_MS });
    pool.on('error', () => undefined);
    sent = [];
    const refresh = (refreshToken: string, signal: AbortSignal) => (sent.push(refreshToken), answer(signal));
    const cipher = new TokenCipher([{ id: 'k1', key: randomBytes(32) }]);
    withdrawn = [];
    withdraw = () => Promise.resolve();
    const youtube = {
      refreshMs: 60_000,
      idleMs: 90 * DAY_MS,
      refresh,
      withdraw: async ({ refresh: token }: Pick<Tokens, 'refresh'>) => {
        await withdraw();
        withdrawn.push(token ?? '');
      },
    };
    tokens = new PlatformTokens(pool, cipher, { youtube }, { now: () => now });
    await tokens.prepare();
    [accountId, ownerId] = [randomUUID(), randomUUID()];
    await tokens.save(account(), { access: 'access-1', refresh: 'refresh-1', expiresAt: now });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  /** Returns true when the row is still locked after the idle limit of a transaction. */
  const isRowHeld = (): Promise<boolean> => {
    const forUpdate = 'select from platform.social_tokens where account_id = $1 for update';
    return isLocked(database.pool, IDLE_MS * 3, forUpdate, [accountId]);
  };

  it('locks the row and stores the answer, however long the platform takes', async () => {
    let held = false;
    answer = async () => {
      held = await isRowHeld();
      return lasting;
    };
    await expect(tokens.access(accountId, never)).resolves.toBe('access-2');
    expect(held).toBe(true);
    await tokens.renewed(accountId, 'access-2', never);
    expect(sent).toEqual(['refresh-1', 'refresh-2']);
  });

  it('stores the answer to a request made before the server began to stop', async () => {
    const stop = new AbortController();
    answer = (signal) => {
      stop.abort();
      // Behaves like `fetch`: an aborted signal rejects.
      return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(lasting);
    };
    await tokens.access(accountId, stop.signal).catch(() => undefined);
    await expect(tokens.access(accountId, never)).resolves.toBe('access-2');
    expect(sent).toEqual(['refresh-1']);
  });

  it('is not started by a server that is stopping', async () => {
    const stop = new AbortController();
    stop.abort(new Error('The server stops.'));
    await expect(tokens.access(accountId, stop.signal)).rejects.toThrow('The server stops.');
    expect(sent).toEqual([]);
  });

  describe('refused by the platform', () => {
    let said: string[];
    beforeEach(() => {
      said = [];
      jest.spyOn(Logger.prototype, 'error').mockImplementation((_, words) => void said.push(String(words)));
      jest.spyOn(Logger.prototype, 'log').mockImplementation((words) => void said.push(String(words)));
    });
    afterEach(() => jest.restoreAllMocks());

    it('because of the installation keeps the connection, notifies the operator, and is retried', async () => {
      answer = () => Promise.reject(new InstallationRefused('The token endpoint answered 401, invalid_client.'));
      for (let minute = 0; minute < 60; minute += 1) {
        await expect(tokens.access(accountId, never)).rejects.toBeInstanceOf(InstallationTrouble);
        now = new Date(now.getTime() + 60_000);
      }
      expect(said).toEqual(
        Array(6).fill('youtube refuses this installation. Check its client id and secret; accounts stay connected'),
      );
      answer = () => Promise.resolve({ ...lasting, expiresAt: new Date(now.getTime() + 3_600_000) });
      await expect(tokens.access(accountId, never)).resolves.toBe('access-2');
      expect(said.at(-1)).toBe('youtube accepts this installation again');
    });

    it('for good ends the connection', async () => {
      answer = () => Promise.reject(new RefreshRefused('invalid_grant'));
      await expect(tokens.access(accountId, never)).rejects.toBeInstanceOf(AccessRevoked);
      answer = () => Promise.resolve(lasting);
      await expect(tokens.access(accountId, never)).rejects.toBeInstanceOf(AccessRevoked);
      expect(sent).toHaveLength(1);
    });
  });

  it('runs for an unused connection before the platform lets it expire', async () => {
    answer = () => Promise.resolve(lasting);
    now = new Date(now.getTime() + 90 * DAY_MS - 1);
    expect(await tokens.idle()).toEqual([]);
    now = new Date(now.getTime() + 1);
    expect(await tokens.idle()).toEqual([{ accountId, ownerId }]);
    await Promise.all([tokens.keepAlive(accountId, never), tokens.keepAlive(accountId, never)]);
    expect([sent, await tokens.idle()]).toEqual([['refresh-1'], []]);
  });

  it('stops at once for a removed account, and access is revoked at the platform, later if need be', async () => {
    withdraw = () => Promise.reject(new WireFailure('away', false));
    await tokens.forget(accountId, randomUUID());
    expect(withdrawn).toEqual([]);
    await tokens.forget(accountId, ownerId);
    await expect(tokens.access(accountId, never)).rejects.toBeInstanceOf(AccessRevoked);
    const rows = async () => (await database.pool.query('select from platform.social_tokens')).rowCount;
    await tokens.withdrawRemoved(never);
    expect([withdrawn, await rows()]).toEqual([[], 1]);
    withdraw = () => Promise.resolve();
    await tokens.withdrawRemoved(never);
    expect([withdrawn, await rows()]).toEqual([['refresh-1'], 0]);
  });

  it('deletes a revocation that no platform accepts after a week', async () => {
    withdraw = () => Promise.reject(new WireFailure('away', false));
    await tokens.forget(accountId, ownerId);
    now = new Date(now.getTime() + 7 * DAY_MS + 1);
    await tokens.withdrawRemoved(never);
    expect((await database.pool.query('select from platform.social_tokens')).rowCount).toBe(0);
  });

  it('without the key of a stored token waits for the operator', async () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const other = new TokenCipher([{ id: 'k2', key: randomBytes(32) }]);
    const elsewhere = new PlatformTokens(pool, other, {}, { now: () => now });
    await expect(elsewhere.access(accountId, never)).rejects.toBeInstanceOf(PublishPassing);
    jest.restoreAllMocks();
    answer = () => Promise.resolve(lasting);
    await expect(tokens.access(accountId, never)).resolves.toBe('access-2');
  });
});
