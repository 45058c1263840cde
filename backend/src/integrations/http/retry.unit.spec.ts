import { DEFAULT_RETRY, neverSent, nextDelay, retryAfterSeconds, requestedDelay } from './retry';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('an error of the network', () => {
  it.each([
    [new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }), true],
    [new TypeError('fetch failed', { cause: new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]) }), true],
    [new TypeError('fetch failed', { cause: new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')]) }), false],
    [new TypeError('fetch failed', { cause: coded('ECONNRESET') }), false],
    [new TypeError('fetch failed', { cause: coded('UND_ERR_SOCKET') }), false],
    [new Error('anything'), false],
    ['no error at all', false],
  ])('%s occurred before anything was sent: %s', (error, expected) => {
    expect(neverSent(error)).toBe(expected);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['5', 5],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9],
    ['Thu, 01 Jan 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is a wait of %s s', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds);
  });
});

it.each([
  [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1.5],
  [{ 'retry-after-ms': 'soon', 'retry-after': '9' }, 9],
  [{}, undefined],
])('reads the message %j of a provider as a wait of %s s', (headers, seconds) => {
  expect(requestedDelay(new Headers(headers), 0)).toBe(seconds);
});

describe('the wait before another try', () => {
  it('doubles, ends with the last try, and is never longer than allowed', () => {
    const policy = { ...DEFAULT_RETRY, attempts: 3, baseDelayMs: 100, maxDelayMs: 1000 };
    expect([1, 2, 3].map((attempt) => nextDelay(policy, attempt, undefined))).toEqual([100, 200, null]);
    expect(nextDelay(policy, 1, 0.5)).toBe(500);
    expect(nextDelay(policy, 1, 2)).toBeNull();
  });

  it('ends when the caller gives up', async () => {
    const abort = new AbortController();
    const waiting = DEFAULT_RETRY.sleep(60_000, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(DEFAULT_RETRY.sleep(60_000, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
