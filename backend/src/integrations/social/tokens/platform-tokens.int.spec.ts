import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { isLocked } from '../../../testing/is-locked';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { PlatformTokens, type Tokens } from './platform-tokens';
import { TokenCipher } from './token-cipher';

const now = new Date('2027-01-01T00:00:00Z');
const IDLE_MS = 200;
const never = new AbortController().signal;

describe('a refresh of tokens', () => {
  let database: TestDatabase;
  let pool: Pool;
  let accountId: string;
  /** Refresh tokens sent to the platform. */
  let sent: string[];
  let answer: (signal: AbortSignal) => Promise<Tokens>;
  let tokens: PlatformTokens;
  const lasting = { access: 'access-2', refresh: 'refresh-2', expiresAt: new Date(now.getTime() + 3_600_000) };

  beforeEach(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 3, idle_in_transaction_session_timeout: IDLE_MS });
    pool.on('error', () => undefined);
    sent = [];
    const refresh = (refreshToken: string, signal: AbortSignal) => (sent.push(refreshToken), answer(signal));
    const cipher = new TokenCipher([{ id: 'k1', key: randomBytes(32) }]);
    tokens = new PlatformTokens(pool, cipher, { youtube: { refreshMs: 60_000, refresh } }, { now: () => now });
    await tokens.prepare();
    accountId = randomUUID();
    const account = { id: accountId, ownerId: randomUUID(), platform: 'youtube' as const };
    await tokens.save(account, { access: 'access-1', refresh: 'refresh-1', expiresAt: now });
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

  it('holds the row and keeps the answer, however long it takes the platform', async () => {
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

  it('keeps the answer to what was asked before the server began to stop', async () => {
    const stop = new AbortController();
    answer = (signal) => {
      stop.abort();
      // Behaves like `fetch`.
      return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(lasting);
    };
    await tokens.access(accountId, stop.signal).catch(() => undefined);
    await expect(tokens.access(accountId, never)).resolves.toBe('access-2');
    expect(sent).toEqual(['refresh-1']);
  });

  it('is not begun by a server that stops', async () => {
    const stop = new AbortController();
    stop.abort(new Error('The server stops.'));
    await expect(tokens.access(accountId, stop.signal)).rejects.toThrow('The server stops.');
    expect(sent).toEqual([]);
  });
});
