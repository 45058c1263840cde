import type { ServerResponse } from 'node:http';
import { ReplicateStub } from '../../testing/provider-stubs/replicate-stub';
import { StubServer } from '../../testing/provider-stubs/stub-server';
import { CreateOutcomeUnknown, CreateRefused, ProviderUnavailable } from '../http/provider-errors';
import { ReplicateTransport } from './replicate-transport';

/** Size of each chunk of the answers; each answer as a whole exceeds the limit. */
const PIECE = ' '.repeat(1024 * 1024);
const PIECES = 40;

describe('an oversized answer of Replicate', () => {
  let server: StubServer;
  let sent: number;
  let status: number;
  let isGone: Promise<void>;
  beforeEach(async () => {
    sent = 0;
    status = 200;
    isGone = new Promise((gone) => {
      server = new StubServer((_, response) => {
        response.on('close', gone);
        response.writeHead(status, { 'content-type': 'application/json' });
        send(response);
      });
    });
    await server.listen();
  });
  afterEach(() => server.close());

  /** The answer is valid JSON, so that reading it to the end would return a prediction. */
  const send = (response: ServerResponse): void => {
    if (response.destroyed) return;
    sent += 1;
    if (sent > PIECES)
      response.end(JSON.stringify({ id: 'p', status: 'starting', urls: { get: 'https://x.example' } }));
    else response.write(PIECE, () => setImmediate(() => send(response)));
  };
  const transport = () =>
    new ReplicateTransport({
      apiToken: ReplicateStub.token,
      baseUrl: `${server.origin}/v1`,
      timeoutMs: 30_000,
      retry: { attempts: 1 },
    });

  it.each<[string, (given: ReplicateTransport) => Promise<unknown>, new (...given: never[]) => Error]>([
    ['a poll', (given) => given.get('p'), ProviderUnavailable],
    ['a page of the list', (given) => given.page('?x=1'), ProviderUnavailable],
    ['a cancellation', (given) => given.cancel('p'), ProviderUnavailable],
    ['a create', (given) => given.create('a/b', {}), CreateOutcomeUnknown],
    ['an upload', (given) => given.upload(Buffer.from('x'), 'image/png'), CreateRefused],
  ])('is not read to its end: %s', async (_, ask, kind) => {
    await expect(ask(transport())).rejects.toThrow(kind);
    await isGone;
    expect(sent).toBeLessThan(PIECES);
  });

  it('is not read to its end as an error body either', async () => {
    status = 401;
    await expect(transport().get('p')).rejects.toThrow(ProviderUnavailable);
    await isGone;
    expect(sent).toBeLessThan(PIECES);
  });

  it('is reported as too long', async () => {
    await expect(transport().get('p')).rejects.toThrow(/answer is longer than \d+ bytes/);
  });
});
