import type { ProviderCall } from '@storyreel/contracts';
import { CreateRefused, PredictionNotFound } from '../../integrations/http/provider-errors';
import { NotRecorded, RecordedAnswers, type ToldByEvents } from './recorded-answers';

const told: ToldByEvents = {
  provider: 'sandbox',
  predictionId: 'p',
  outputs: null,
  usd: undefined,
  error: 'Out of memory',
};
const succeeded = { id: 'p', status: 'succeeded', outputs: [{ ref: 'one', mimeType: 'image/png' }] };
const processing = { ...succeeded, status: 'processing', outputs: [] };
const gone = { type: 'PredictionNotFound', message: '', retryable: false };
const get = (attempt: number, part: Partial<ProviderCall>): ProviderCall => ({
  ...{ operation: 'get', provider: 'sandbox', model: null, template: null, sent: null, answer: null, error: null },
  ...{ attempt, startedAt: '', endedAt: '', request: { predictionId: 'p' }, times: 1, cut: false },
  ...part,
});
const create = (attempt: number, predictionId: string): ProviderCall =>
  get(attempt, { operation: 'create', request: {}, answer: { predictionId } });

describe('the answers of a recording', () => {
  it('are those of the last attempt: an earlier one could not act on its answers', async () => {
    const answers = new RecordedAnswers([get(1, { answer: succeeded }), get(2, { error: gone })], told);
    await expect(answers.get('p')).rejects.toThrow(PredictionNotFound);
    expect(answers.hasSucceeded).toBe(false);
  });

  it('are those of the highest attempt, on a node whose clock is behind too', async () => {
    const answers = new RecordedAnswers([get(2, { answer: succeeded }), get(1, { error: gone })], told);
    expect((await answers.get('p')).status).toBe('succeeded');
  });

  it('are those of the later recording when an attempt’s number was used twice after a restored backup', async () => {
    const before = [create(2, 'before'), get(2, { error: gone })];
    const after = [create(2, 'after'), get(2, { answer: processing }), get(2, { answer: succeeded })];
    const answers = new RecordedAnswers([create(1, 'at first'), ...before, ...after], told);
    expect(await answers.create({}, { idempotencyKey: 'k' })).toEqual({ predictionId: 'after' });
    expect((await answers.get('p')).status).toBe('processing');
    expect((await answers.get('p')).status).toBe('succeeded');
    expect(await answers.create({}, { idempotencyKey: 'k' })).toEqual({ predictionId: 'before' });
    expect(await answers.create({}, { idempotencyKey: 'k' })).toEqual({ predictionId: 'at first' });
  });

  it('come in their original order, a refusal before the accepted request', async () => {
    const refused = { type: 'CreateRefused', message: 'Busy', retryable: true, reason: 'throttled' };
    const calls = [{ ...create(1, ''), answer: null, error: refused }, create(1, 'p')];
    const looks = [get(1, { answer: processing }), get(1, { answer: succeeded })];
    const answers = new RecordedAnswers([...calls, ...looks], told);
    await expect(answers.create({}, { idempotencyKey: 'k' })).rejects.toThrow(CreateRefused);
    expect(await answers.create({}, { idempotencyKey: 'k' })).toEqual({ predictionId: 'p' });
    expect((await answers.get('p')).status).toBe('processing');
    expect((await answers.get('p')).status).toBe('succeeded');
  });

  it('are an earlier attempt’s where the last one made no request', async () => {
    const fetched = get(1, { operation: 'fetchOutput', request: 'one' });
    const answers = new RecordedAnswers([fetched, get(2, { answer: succeeded })], told);
    await answers.fetchOutput('one');
    expect(answers.left).toBe(1);
  });

  it.each([
    ['sandbox', true],
    ['replicate', false],
    ['openai', false],
    ['elevenlabs', false],
  ])('name the provider that gave them: %s', (provider, createIsIdempotent) => {
    expect(new RecordedAnswers([], { ...told, provider })).toMatchObject({ name: provider, createIsIdempotent });
  });
});

describe('a request of today beside the recorded one', () => {
  const file = { mimeType: 'image/png', bytes: 3, sha256: 'f1' };
  const recorded = { idempotencyKey: 'k', prompt: 'a lighthouse', count: 4, image: file };
  const png = { mimeType: 'image/png', read: () => Promise.resolve(Buffer.alloc(0)) };
  const compared = async (request: object, more: Partial<ProviderCall> = {}) => {
    const call = { ...create(1, 'p'), request: recorded, ...more };
    const answers = new RecordedAnswers([call], told);
    await answers.create(request, { idempotencyKey: 'k' });
    return answers.checks;
  };

  it('is compared field by field, except for files, which are not read again', async () => {
    const same = { prompt: 'a lighthouse', count: 4, image: png };
    expect(await compared(same)).toEqual([{ of: 'request', operation: 'create', verdict: 'same', differences: [] }]);
    expect(await compared({ ...same, prompt: 'A LIGHTHOUSE', count: 3 })).toMatchObject([
      {
        verdict: 'different',
        differences: [
          { path: '$.prompt', recorded: 'a lighthouse', today: 'A LIGHTHOUSE' },
          { path: '$.count', recorded: 4, today: 3 },
        ],
      },
    ]);
    expect(await compared({ prompt: 'a lighthouse', count: 4 })).toMatchObject([
      { verdict: 'different', differences: [{ path: '$.image', recorded: file }] },
    ]);
  });

  it('is not compared with a truncated recording', async () => {
    expect(await compared({}, { cut: true })).toMatchObject([{ verdict: 'not_compared' }]);
  });
});

describe('the outcome according to the events, without a recording', () => {
  const trusting = (part: Partial<ToldByEvents>): RecordedAnswers =>
    Object.assign(new RecordedAnswers([], { ...told, ...part }), { trustsEvents: true });

  it('is used', async () => {
    expect(await trusting({}).get('p')).toMatchObject({ status: 'failed', error: 'Out of memory' });
    expect(await trusting({ outputs: 4, error: null }).get('p')).toMatchObject({ status: 'succeeded' });
    await expect(trusting({ predictionId: null }).create({}, { idempotencyKey: 'k' })).rejects.toThrow('Out of memory');
  });

  it('is missing while the events have none: neither a failure nor a refusal', async () => {
    const open = { error: null };
    await expect(trusting({ ...open, predictionId: null }).create({}, { idempotencyKey: 'k' })).rejects.toThrow(
      NotRecorded,
    );
    await expect(trusting(open).get('p')).rejects.toThrow(NotRecorded);
    await expect(trusting(open).fetchOutput('one')).rejects.toThrow(NotRecorded);
    expect(await trusting(open).create({}, { idempotencyKey: 'k' })).toEqual({ predictionId: 'p' });
  });
});
