import { CreateRefused } from './http/provider-errors';
import { inViews } from './in-views';
import type { Prediction } from './ports/generation-provider';
import type { ImageProvider, ImageRequest } from './ports/image-provider';

/** Returns a provider that accepts this many requests; `made` sets the status of predictions that have ended. */
function providerOf({ accepts = 9, made = {} }: { accepts?: number; made?: Record<string, Prediction['status']> }) {
  const asked: { request: ImageRequest; key: string }[] = [];
  const provider: ImageProvider = {
    name: 'replicate',
    label: 'Replicate',
    createIsIdempotent: false,
    create(request, { idempotencyKey: key }) {
      if (asked.length >= accepts) return Promise.reject(new CreateRefused('Too many.', { reason: 'throttled' }));
      asked.push({ request, key });
      return Promise.resolve({ predictionId: `p${asked.length}` });
    },
    recall: (key) => {
      const at = asked.findIndex((one) => one.key === key);
      return Promise.resolve(at < 0 ? null : { predictionId: `p${at + 1}` });
    },
    get: (id) => {
      const status = made[id] ?? 'processing';
      const outputs = status === 'succeeded' ? [{ url: `https://made.test/${id}`, mimeType: 'image/png' }] : [];
      return Promise.resolve({ id, status, outputs, usd: 0.02 });
    },
    cancel: () => Promise.resolve(),
    fetchOutput: () => Promise.reject(new Error('nothing to fetch')),
  };
  return { asked, views: inViews(provider) };
}
const REQUEST: ImageRequest = { prompt: 'Mara.', views: ['Front', 'Side', 'Close'], model: 'v6.1', count: 3 };

describe('images of several views', () => {
  it('are requested one by one, under keys of their own', async () => {
    const { asked, views } = providerOf({});
    expect(await views.create(REQUEST, { idempotencyKey: 'job' })).toEqual({ predictionId: 'p1 p2 p3' });
    expect(asked.map(({ request }) => [request.prompt, request.count, request.views])).toEqual([
      ['Front: Mara.', 1, undefined],
      ['Side: Mara.', 1, undefined],
      ['Close: Mara.', 1, undefined],
    ]);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
    expect(await views.recall?.('job')).toEqual({ predictionId: 'p1 p2 p3' });
    expect(await views.recall?.('another')).toBeNull();
  });

  it('are fewer when a later view is refused, and fail when the first is refused', async () => {
    const { views } = providerOf({ accepts: 2 });
    expect(await views.create(REQUEST, { idempotencyKey: 'job' })).toEqual({ predictionId: 'p1 p2' });
    await expect(providerOf({ accepts: 0 }).views.create(REQUEST, { idempotencyKey: 'job' })).rejects.toThrow(
      CreateRefused,
    );
  });

  it('are ready once all have ended, without the failed ones', async () => {
    const first = providerOf({ made: { p1: 'succeeded', p2: 'failed' } });
    expect(await first.views.get('p1 p2 p3')).toMatchObject({ status: 'processing', outputs: [] });
    const all = providerOf({ made: { p1: 'succeeded', p2: 'failed', p3: 'succeeded' } });
    expect(await all.views.get('p1 p2 p3')).toMatchObject({
      status: 'succeeded',
      outputs: [{ url: 'https://made.test/p1' }, { url: 'https://made.test/p3' }],
      usd: 0.06,
    });
  });
});
