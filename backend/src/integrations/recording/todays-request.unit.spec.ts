import type { ProviderCall } from '@storyreel/contracts';
import { TodaysRequests } from './todays-request';

const MARA = { name: 'Mara', kind: 'character', hash: 'ab12', mimeType: 'image/png' };
const SENT = ['https://replicate.example/files/mara'];

describe("today's request for a recorded call", () => {
  it.each([
    ['image', 'black-forest-labs/flux-2-pro', { model: 'flux-2-pro', count: 4 }, { input_images: SENT }],
    [
      'video',
      'kwaivgi/kling-v3-omni-video',
      { modelId: 'kling-v3-omni', durationSeconds: 5, settings: {} },
      { start_image: 'https://replicate.example/files/frame', reference_images: SENT },
    ],
  ] as const)('of an %s by %s has the originally sent pictures', async (port, model, asked, pictures) => {
    const call = {
      ...{ provider: 'replicate', operation: 'create', model },
      request: { prompt: 'Mara waits', ...asked, references: [MARA] },
      sent: { input: pictures },
    };
    const { body } = await new TodaysRequests({}, []).sent(call as unknown as ProviderCall, port);
    expect((body as { input: object }).input).toMatchObject(pictures);
  });
});
