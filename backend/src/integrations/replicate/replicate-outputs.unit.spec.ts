import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { publicAddressesOf } from '../../infra/outbound/outbound-address';
import { ReplicateStub } from '../../testing/provider-stubs/replicate-stub';
import { StubServer } from '../../testing/provider-stubs/stub-server';
import { OutputGone, OutputTooLarge, ProviderUnavailable } from '../http/provider-errors';
import { ReplicateImageProvider } from './replicate-providers';
import type { OutputLimits } from './replicate-outputs';
import { ReplicateTransport } from './replicate-transport';

const redirect = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end();
/** Sends a chunk every 20 ms until the connection is gone: never idle, never finished. */
function sending(response: ServerResponse, more: string): void {
  response.writeHead(200, { 'content-type': 'image/png' });
  const timer = setInterval(() => response.write(more), 20);
  response.on('close', () => clearInterval(timer));
}

describe('an output', () => {
  let own: StubServer;
  let other: StubServer;
  let waited: number[];
  let isGone: Promise<void>;
  /** Answers of both servers, by path. */
  let answers: Record<string, (response: ServerResponse) => void>;

  beforeEach(async () => {
    waited = [];
    let gone: () => void = () => undefined;
    isGone = new Promise((left) => (gone = left));
    const server = () =>
      new StubServer(({ path }, response) => {
        response.on('close', gone);
        answers[path]?.(response);
      });
    [own, other] = [server(), server()];
    await Promise.all([own.listen(), other.listen()]);
    answers = {
      '/a.png': (response) => response.end('the bytes'),
      '/moved': (response) => redirect(response, '/a.png'),
      '/elsewhere': (response) => redirect(response, `${other.origin}/a.png`),
      '/outside': (response) =>
        redirect(response, 'http://outputs.test/a.png'.replace('.test', `.test:${portOf(other)}`)),
      '/back': (response) => redirect(response, `${own.origin}/a.png`),
      '/loop': (response) => redirect(response, '/loop'),
      '/nowhere': (response) => redirect(response, 'http://['),
      '/file': (response) => redirect(response, 'file:///etc/passwd'),
      '/drip': (response) => sending(response, 'x'),
      '/steady': (response) => sending(response, 'x'.repeat(1_000)),
      '/silent': () => undefined,
    };
  });
  afterEach(() => Promise.all([own.close(), other.close()]));

  const portOf = ({ origin }: StubServer) => new URL(origin).port;
  const limits: OutputLimits = { totalMs: 30_000, headMs: 5_000, windowMs: 100, windowBytes: 100 };
  const fetched = async (url: string, changes: Partial<OutputLimits> = {}, maxBytes = 1_000_000) => {
    const transport = new ReplicateTransport({
      apiToken: ReplicateStub.token,
      baseUrl: `${own.origin}/v1`,
      retry: { sleep: async (ms) => void waited.push(ms) },
      outputs: {
        limits: { ...limits, ...changes },
        // Resolves the tests' public host to the local server; other hosts are resolved as usual.
        resolve: async (host, signal) =>
          host === 'outputs.test' ? [{ address: '127.0.0.1', family: 4 }] : publicAddressesOf(host, signal),
      },
    });
    const output = { url, mimeType: 'image/png' };
    return (await buffer(await new ReplicateImageProvider(transport).fetchOutput(output, { maxBytes }))).toString();
  };

  it.each(['/a.png', '/moved'])('of the configured server is fetched wherever that server lies: %s', async (path) => {
    expect(await fetched(`${own.origin}${path}`)).toBe('the bytes');
  });

  it('of a public host is fetched, also through a redirect, without sending it the token', async () => {
    expect(await fetched(`http://outputs.test:${portOf(other)}/moved`)).toBe('the bytes');
    expect(await fetched(`${own.origin}/outside`)).toBe('the bytes');
    expect([...own.requests, ...other.requests].filter(({ headers }) => headers.authorization)).toEqual([]);
  });

  it('at any other private address is refused, directly and through a redirect', async () => {
    await expect(fetched(`${other.origin}/a.png`)).rejects.toThrow(OutputGone);
    await expect(fetched(`${own.origin}/elsewhere`)).rejects.toThrow(OutputGone);
    expect(other.requests).toEqual([]);
  });

  it('of a public host is not followed to a private address, not even to the configured server', async () => {
    await expect(fetched(`http://outputs.test:${portOf(other)}/back`)).rejects.toThrow(OutputGone);
    expect(own.requests).toEqual([]);
  });

  it.each(['/loop', '/nowhere', '/file'])('is reported as gone when it leads to %s', async (path) => {
    await expect(fetched(`${own.origin}${path}`)).rejects.toThrow(OutputGone);
  });

  it.each<[string, string, Partial<OutputLimits>, string]>([
    ['drips', '/drip', {}, 'The output comes too slowly.'],
    ['never ends, however steadily it arrives', '/steady', { totalMs: 300 }, 'The output takes too long.'],
  ])('is given up when it %s', async (_, path, changes, message) => {
    await expect(fetched(`${own.origin}${path}`, changes)).rejects.toEqual(new ProviderUnavailable(message));
    await isGone;
  });

  it('is given up after some attempts when its headers do not arrive', async () => {
    await expect(fetched(`${own.origin}/silent`, { headMs: 50 })).rejects.toThrow(ProviderUnavailable);
    expect([own.requests.length, waited]).toEqual([4, [500, 1_000, 2_000]]);
  });

  it('is given up as soon as it is too large', async () => {
    await expect(fetched(`${own.origin}/steady`, {}, 5_000)).rejects.toThrow(OutputTooLarge);
    await isGone;
  });
});
