import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { jsonOf, PlatformWire, WIRE_LIMITS } from './platform-wire';
import type { WireLimits } from './platform-wire';

const LIMITS: WireLimits = { ...WIRE_LIMITS, maxBytes: 100, idleMs: 300, windowMs: 100, windowBytes: 10 };
/** Answers of the server, by path. */
const ANSWERS: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/fine': (response) => response.end('fine'),
  '/private': (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end('elsewhere'),
  '/silent': () => undefined,
  '/large': (response) => response.end('x'.repeat(101)),
  '/drip': (response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  },
  '/early': (response) => response.writeHead(401).end('no'),
};
let server: Server;
let base: string;
const seen: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '');
    ANSWERS[request.url ?? '']?.(response, request);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const { signal } = new AbortController();
const wire = (limits: Partial<WireLimits> = {}) => new PlatformWire([base], { ...LIMITS, ...limits });
const get = (path: string, limits: Partial<WireLimits> = {}) =>
  wire(limits).send({ method: 'GET', url: `${base}${path}`, signal });

describe('a request to a platform', () => {
  it('returns its answer whatever the status, and follows no redirect', async () => {
    expect(await get('/fine')).toMatchObject({ status: 200, text: 'fine' });
    expect(await get('/private')).toMatchObject({ status: 302, text: 'elsewhere' });
  });

  it.each([
    'https://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'http://93.184.216.34/',
    'file:///etc/passwd',
    '/x',
  ])('refuses to go to %s, which is not configured', async (url) => {
    const failure = wire().send({ method: 'GET', url, signal });
    await expect(failure).rejects.toMatchObject({ sent: false, message: 'it names an address that cannot be used' });
  });

  it.each(['/silent', '/drip', '/large'])('is given up when it is answered as %s', async (path) => {
    await expect(get(path)).rejects.toThrow();
  });

  it('has a total time limit, however steadily its answer arrives', async () => {
    await expect(get('/drip', { windowBytes: 1, askMs: 200 })).rejects.toThrow('it took too long');
  });

  it('says that it was not sent when it cannot have arrived', async () => {
    const gone = new PlatformWire(['http://127.0.0.1:1'], LIMITS);
    await expect(gone.send({ method: 'GET', url: 'http://127.0.0.1:1/', signal })).rejects.toMatchObject({
      sent: false,
    });
    await expect(get('/silent')).rejects.toMatchObject({ sent: true });
  });

  it('ends with its caller, with the caller’s reason', async () => {
    const job = new AbortController();
    const asked = wire().send({ method: 'GET', url: `${base}/silent`, signal: job.signal });
    job.abort(new Error('the job was cancelled'));
    await expect(asked).rejects.toThrow('the job was cancelled');
  });

  it('returns an answer that arrives before all of its body was accepted', async () => {
    const bytes = 50 * 1_048_576;
    function* pieces() {
      for (let sent = 0; sent < bytes; sent += 65_536) yield Buffer.alloc(65_536);
    }
    const body = { bytes, open: () => Promise.resolve(Readable.from(pieces())) };
    const answer = await wire({ idleMs: 5_000 }).send({ method: 'PUT', url: `${base}/early`, body, signal });
    expect(answer).toMatchObject({ status: 401, text: 'no' });
  });
});

it.each([
  ['{"ids": [7300000000000000001]}', { ids: ['7300000000000000001'] }],
  ['{"text": "a \\"7300000000000000001\\", 7300000000000000001", "n": 12.5}', expect.objectContaining({ n: 12.5 })],
  ['{"size": 123456789, "rate": 0.30000000000000004}', { size: 123456789, rate: 0.30000000000000004 }],
  ['{"ids": [7300000000000000001', undefined],
])('reads an answer of a platform without rounding its ids: %s', (text, value) => {
  expect(jsonOf({ text } as Parameters<typeof jsonOf>[0])).toEqual(value);
});
