import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { eventually } from '../../../testing/eventually';
import { projectWithScene } from '../../../testing/make-story';

/**
 * A host name that resolves to this test's local server. The rule that host names must resolve to public addresses has
 * its own tests.
 */
const STRANGER = 'pictures.example.com';
jest.mock('../../../infra/outbound/outbound-address', () => {
  const actual = jest.requireActual<typeof import('../../../infra/outbound/outbound-address')>(
    '../../../infra/outbound/outbound-address',
  );
  const publicAddressesOf: typeof actual.publicAddressesOf = (host, ...rest) =>
    host === 'pictures.example.com'
      ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      : actual.publicAddressesOf(host, ...rest);
  return { ...actual, publicAddressesOf };
});

describe('a clip whose start image is permanently unusable', () => {
  let app: TestApp;
  let user: TestUser;
  let stranger: Server;
  let asked: string[] = [];
  beforeAll(async () => {
    stranger = createServer((request, response) => {
      asked.push(request.url ?? '');
      const isPage = request.url === '/page.png';
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'image/png' });
      response.end(isPage ? '<!doctype html>' : 'Not found');
    });
    await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
    app = await startTestApp({ alone: true });
    user = await app.newUser();
    await app.idle();
  });
  afterAll(async () => {
    await app?.close();
    await new Promise((closed) => stranger.close(closed));
  });
  beforeEach(() => {
    asked = [];
  });

  const port = () => (stranger.address() as AddressInfo).port;
  it.each<[string, () => string, string, string[]]>([
    ['is not there', () => `http://${STRANGER}:${port()}/gone.png`, 'it answered 404', ['/gone.png']],
    ['is no image', () => `http://${STRANGER}:${port()}/page.png`, "can't be used", ['/page.png']],
    ['is in no public network', () => `http://127.0.0.1:${port()}/a.png`, 'not a public one', []],
    [
      'has a host that does not exist',
      () => 'https://no-such-host.invalid/a.png',
      "Couldn't load the scene's image",
      [],
    ],
  ])('that %s fails at once, and its zaps are free again', async (_case, address, reason, requests) => {
    const { sceneId } = await projectWithScene(user);
    await user.agent.post(`/api/scenes/${sceneId}/images`).send({ imageUrl: address() }).expect(200);
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    const ask = { sceneId, modelId: 'kling-v2.1', settings };
    const { body } = await user.agent.post('/api/replicate/generate-video').send(ask).expect(200);
    const { predictionId } = body as { predictionId: string };
    const clip = await eventually(
      'The end of the clip',
      async () => {
        const found = await user.agent.get(`/api/replicate/prediction/${predictionId}`).expect(200);
        const { status, error } = found.body as { status: string; error: string | null };
        return ['succeeded', 'failed'].includes(status) ? { status, error } : null;
      },
      20_000,
    );
    expect(clip).toEqual({ status: 'failed', error: expect.stringContaining(reason) });
    // The address received exactly one request: neither the fetch nor the job is retried.
    expect(asked).toEqual(requests);
    await app.idle();
    await user.agent.get('/api/credits/balance').expect(200, { balance: 100 });
    const { rows } = await app.runtime.pool.query(
      `select queue from platform.jobs where queue in ('videos', 'start-images')`,
    );
    expect(rows).toEqual([]);
  });
});
