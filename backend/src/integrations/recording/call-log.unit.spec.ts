import { fetchAtMost } from '../../infra/outbound/fetch-outbound';
import { CreateRefused, ProviderUnavailable } from '../http/provider-errors';
import { CallLog, errorOf } from './call-log';
import { Redactor } from './redactor';

let seconds = 0;
const clock = { now: () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++)) };
const newLog = () => new CallLog(new Redactor(['a-secret-of-ours']), clock, 2);
const asked = (operation: string, request: unknown = {}) => ({
  operation,
  provider: 'replicate',
  template: null,
  request,
});
const poll = (log: CallLog, answer: object) => log.call(asked('get', { predictionId: 'p' }), async () => answer);

describe('the calls of a run', () => {
  beforeEach(() => (seconds = 0));

  it('are recorded with request, sent input, answer and times', async () => {
    const log = newLog();
    await log.call({ ...asked('create', { prompt: 'a pier' }), template: 'prompt-rules@1' }, async (onSent) => {
      onSent({ model: 'flux', body: { input: { prompt: 'a pier', seed: 7 } } });
      return { predictionId: 'p' };
    });
    expect(log.take().calls).toEqual([
      {
        operation: 'create',
        provider: 'replicate',
        model: 'flux',
        template: 'prompt-rules@1',
        attempt: 2,
        startedAt: '2026-01-01T00:00:00.000Z',
        endedAt: '2026-01-01T00:00:01.000Z',
        request: { prompt: 'a pier' },
        sent: { input: { prompt: 'a pier', seed: 7 } },
        answer: { predictionId: 'p' },
        error: null,
        times: 1,
        cut: false,
      },
    ]);
    expect(log.isEmpty).toBe(true);
  });

  it('include errors with their kind, without quoted secrets', async () => {
    const log = newLog();
    const refusal = new CreateRefused('No: a-secret-of-ours', { reason: 'throttled', status: 429 });
    await expect(log.call(asked('create'), () => Promise.reject(refusal))).rejects.toBe(refusal);
    const away = new ProviderUnavailable('away');
    await expect(log.call(asked('cancel'), () => Promise.reject(away))).rejects.toBe(away);
    const lost = new TypeError('Lost https://user:pw@x.example/a.png?sig=abc on the way.');
    await expect(log.call(asked('fetchOutput'), () => Promise.reject(lost))).rejects.toBe(lost);
    const errors = log.take().calls.map(({ error }) => error);
    expect(errors).toEqual([
      { type: 'CreateRefused', message: 'No: [removed]', retryable: true, reason: 'throttled', status: 429 },
      { type: 'ProviderUnavailable', message: 'away', retryable: true },
      { type: 'TypeError', message: 'Lost https://x.example/a.png?[removed] on the way.', retryable: null },
    ]);
    const again = errors.map((error) => error && errorOf(error));
    expect(again[0]).toMatchObject({ name: 'CreateRefused', retryable: true, status: 429 });
    expect(again[1]).toBeInstanceOf(ProviderUnavailable);
  });

  it('include each HTTP exchange with its raw answer and without secrets, and the root cause of a lost answer', async () => {
    const log = newLog();
    const headers = {
      authorization: 'Bearer a-secret-of-ours',
      'content-type': 'application/json',
      'x-stainless': '1',
    };
    const answer = { detail: 'Out of credit', token: 'a-secret-of-ours' };
    const answerings = [
      () => Promise.resolve(Response.json(answer, { status: 402, headers: { 'x-request-id': 'req-7' } })),
      () =>
        Promise.reject(
          new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'CERT_HAS_EXPIRED' }) }),
        ),
    ];
    const fetchNext = fetchAtMost(
      1_000_000,
      () => answerings.shift()?.() ?? Promise.reject(new Error('Asked too often')),
    );
    const work = async () => {
      await (await fetchNext('https://api.example.com/v1/predictions?key=abc', { method: 'post', headers })).text();
      return fetchNext('https://api.example.com/v1/predictions').catch((error: unknown) => {
        throw new ProviderUnavailable('away', error);
      });
    };
    await expect(log.call(asked('create'), work)).rejects.toThrow('away');
    const [call] = log.take().calls;
    const cause = { kind: 'tls', code: 'CERT_HAS_EXPIRED', message: 'no' };
    expect(call?.error?.cause).toEqual(cause);
    expect(call?.exchanges).toEqual([
      {
        method: 'POST',
        url: 'https://api.example.com/v1/predictions?[removed]',
        headers: { authorization: 'Bearer $API_KEY', 'content-type': 'application/json' },
        at: '2026-01-01T00:00:01.000Z',
        ms: expect.any(Number) as number,
        status: 402,
        requestId: 'req-7',
        body: '{"detail":"Out of credit","token":"[removed]"}',
        error: null,
      },
      expect.objectContaining({ method: 'GET', headers: {}, status: null, body: null, error: cause }),
    ]);
  });

  it('include whether a refusal was temporary, so that a replay waits as well', async () => {
    const log = newLog();
    for (const retryAfterSeconds of [undefined, 60, 61]) {
      const busy = new CreateRefused('Busy', { reason: 'throttled', retryAfterSeconds });
      await expect(log.call(asked('create'), () => Promise.reject(busy))).rejects.toBe(busy);
    }
    const again = log.take().calls.map(({ error }) => error && (errorOf(error) as CreateRefused).retryableSoon);
    expect(again).toEqual([true, true, false]);
  });

  it('combine polls with equal answers', async () => {
    const log = newLog();
    for (const status of ['starting', 'processing', 'processing', 'processing', 'succeeded'])
      await poll(log, { status });
    const polls = log
      .take()
      .calls.map(({ answer, times, endedAt }) => [(answer as { status: string }).status, times, endedAt]);
    expect(polls).toEqual([
      ['starting', 1, '2026-01-01T00:00:01.000Z'],
      ['processing', 3, '2026-01-01T00:00:07.000Z'],
      ['succeeded', 1, '2026-01-01T00:00:09.000Z'],
    ]);
  });

  it('are limited in number; the last poll is kept', async () => {
    const log = newLog();
    for (let progress = 0; progress < 500; progress++) await poll(log, { progress });
    const { calls, omitted } = log.take();
    expect([calls.length, omitted]).toEqual([200, 300]);
    expect(calls.at(-1)?.answer).toEqual({ progress: 499 });
  });

  it('are limited in bytes, each and in total', async () => {
    const log = newLog();
    for (let n = 0; n < 10; n++)
      await log.call(asked('describeScene'), async () => ({ text: `${n}`.repeat(3_000_000) }));
    const { calls } = log.take();
    expect(calls.every(({ cut }) => cut)).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(calls))).toBeLessThan(5 * 1024 * 1024);
  });

  it('that have not ended are marked', () => {
    const log = newLog();
    log.begin(asked('fetchOutput'));
    expect(log.take().calls[0]).toMatchObject({ answer: null, error: { type: 'Unfinished' } });
  });
});
