import { ApiError } from './api-client';
import { IdempotencyKeys } from './idempotency-keys';

describe('an action with an idempotency key', () => {
  let stored: Map<string, string>;
  let now: number;
  let keys: string[];
  const storage = () => ({
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  const page = () => new IdempotencyKeys(storage, () => now);
  const lost = (error: unknown) => (key: string) => {
    keys.push(key);
    return Promise.reject(error instanceof Error ? error : new Error('lost'));
  };
  const answered = (key: string) => {
    keys.push(key);
    return Promise.resolve('done');
  };
  beforeEach(() => {
    stored = new Map();
    now = 1_000_000;
    keys = [];
  });

  it.each([
    ['no answer', new TypeError('Failed to fetch')],
    ['503', new ApiError(503, '', 'Unavailable')],
    ['500', new ApiError(500, '', 'Oops')],
    ['409', new ApiError(409, '', 'Conflict')],
    ['401', new ApiError(401, '', 'Unauthorized')],
    ['429', new ApiError(429, '', 'Too many')],
  ])('uses the same key after %s', async (_what, error) => {
    const intentions = page();
    await intentions.once('add-zaps', { amount: 100 }, lost(error)).catch(() => undefined);
    await intentions.once('add-zaps', { amount: 100 }, answered);
    expect(keys[1]).toBe(keys[0]);
  });

  it('uses the same key after a reload', async () => {
    await page()
      .once('add-zaps', { amount: 100 }, lost(null))
      .catch(() => undefined);
    await page().once('add-zaps', { amount: 100 }, answered);
    expect(keys[1]).toBe(keys[0]);
  });

  it('uses another key once it was answered, with success or failure', async () => {
    const intentions = page();
    await intentions.once('add-zaps', { amount: 100 }, answered);
    await intentions.once('add-zaps', { amount: 100 }, lost(new ApiError(402, '', 'Too few'))).catch(() => undefined);
    await intentions.once('add-zaps', { amount: 100 }, answered);
    expect(new Set(keys).size).toBe(3);
  });

  it('uses another key for another content or another subject', async () => {
    const intentions = page();
    await intentions.once('describe/1', { story: 'x'.repeat(1_000_000) }, lost(null)).catch(() => undefined);
    await intentions.once('describe/2', { story: 'x'.repeat(1_000_000) }, lost(null)).catch(() => undefined);
    await intentions.once('describe/1', { story: `${'x'.repeat(999_999)}y` }, lost(null)).catch(() => undefined);
    expect(new Set(keys).size).toBe(3);
    expect(JSON.stringify([...stored]).length).toBeLessThan(1_000);
  });

  it('uses another key much later', async () => {
    const intentions = page();
    await intentions.once('add-zaps', { amount: 100 }, lost(null)).catch(() => undefined);
    now += 10 * 60_000;
    await intentions.once('add-zaps', { amount: 100 }, answered);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('leaves nothing for the next user', async () => {
    const intentions = page();
    await intentions.once('add-zaps', { amount: 100 }, lost(null)).catch(() => undefined);
    intentions.forgetAll();
    await intentions.once('add-zaps', { amount: 100 }, answered);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('works without a readable stored list', async () => {
    stored.set('storyreel-unanswered', '{');
    await expect(page().once('add-zaps', {}, answered)).resolves.toBe('done');
  });
});
