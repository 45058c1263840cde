import type { ProviderCall } from '@storyreel/contracts';
import { PredictionNotFound } from '../../providers/provider-errors';
import { RecordedAnswers } from './recorded-answers';

const told = { provider: 'sandbox', predictionId: 'p', outputs: null, usd: undefined, error: null };
const succeeded = { id: 'p', status: 'succeeded', outputs: [{ ref: 'one', mimeType: 'image/png' }] };
const gone = { type: 'PredictionNotFound', message: '', retryable: false };
const get = (attempt: number, part: Partial<ProviderCall>): ProviderCall => ({
  ...{ operation: 'get', provider: 'sandbox', model: null, template: null, sent: null, answer: null, error: null },
  ...{ attempt, startedAt: '', endedAt: '', request: { predictionId: 'p' }, times: 1, cut: false },
  ...part,
});

describe('the answers of a recording', () => {
  it('are those of the last attempt: what one before it was told, it could not act on', async () => {
    const answers = new RecordedAnswers([get(1, { answer: succeeded }), get(2, { error: gone })], told);
    await expect(answers.get('p')).rejects.toThrow(PredictionNotFound);
    expect(answers.hasSucceeded).toBe(false);
  });

  it('come in the order in which they were given', async () => {
    const processing = { ...succeeded, status: 'processing', outputs: [] };
    const answers = new RecordedAnswers([get(1, { answer: processing }), get(1, { answer: succeeded })], told);
    expect((await answers.get('p')).status).toBe('processing');
    expect((await answers.get('p')).status).toBe('succeeded');
  });

  it('are an earlier attempt’s where the last one did not ask', async () => {
    const fetched = get(1, { operation: 'fetchOutput', request: 'one' });
    const answers = new RecordedAnswers([fetched, get(2, { answer: succeeded })], told);
    await answers.fetchOutput('one');
    expect(answers.left).toBe(1);
  });
});
