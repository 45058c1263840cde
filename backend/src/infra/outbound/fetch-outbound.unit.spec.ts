import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FETCH_LIMITS, fetchOutbound, type FetchLimits, type Resolve } from './fetch-outbound';
import { ForbiddenAddress, OutboundAnswerUnusable, OutboundUnreachable, publicAddressesOf } from './outbound-address';

const LIMITS: FetchLimits = { ...FETCH_LIMITS, maxBytes: 100, windowBytes: 10, windowMs: 100, headMs: 300 };
/** Responses of the test server, by path. */
const ANSWERS: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  '/': (response) => response.end('0123456789'),
  '/private': (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/nowhere': (response) => response.writeHead(302, { location: 'http://[' }).end(),
  '/gone': (response) => response.writeHead(404).end(),
  '/busy': (response) => response.writeHead(503).end(),
  '/large': (response) => response.writeHead(200, { 'content-length': '101' }).flushHeaders(),
  '/endless': (response) => {
    const more = () => void (response.destroyed || response.write(Buffer.alloc(20), () => setImmediate(more)));
    more();
  },
  '/drip': (response) => dripping(response, () => void response.write('x')),
  '/silent-head': () => undefined,
  '/drip-head': (response) => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\n');
    dripping(response, () => void socket?.write('x-a: b\r\n'));
  },
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': '50' }).write('x');
    setImmediate(() => response.destroy());
  },
  '/upgrade': (response) => response.writeHead(101, { upgrade: 'other', connection: 'upgrade' }).end(),
};

/** Sends a byte every 20 ms until the connection is gone: never idle, never done. */
function dripping(response: ServerResponse, drop: () => void): void {
  const timer = setInterval(drop, 20);
  response.on('close', () => clearInterval(timer));
}

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => ANSWERS[request.url ?? '']?.(response, request));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const signal = new AbortController().signal;
/** Resolves the tests' public host; all others are resolved as usual. */
const resolve: Resolve = (host, aborted) =>
  host === 'pictures.test' ? Promise.resolve([{ address: '127.0.0.1', family: 4 }]) : publicAddressesOf(host, aborted);
const fetched = (path: string, limits: Partial<FetchLimits> = {}, aborted = signal) =>
  fetchOutbound(`http://pictures.test:${port}${path}`, aborted, { ...LIMITS, ...limits }, resolve);
const openConnections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)));
const allClosed = async () => {
  while ((await openConnections()) > 0) await new Promise((next) => setImmediate(next));
};

describe('an address that a user gave', () => {
  it('is fetched from exactly the IP address that was checked', async () => {
    expect((await fetched('/')).toString()).toBe('0123456789');
  });

  it('may not lead to a private address, directly or by a redirect', async () => {
    await expect(fetched('/private')).rejects.toThrow(ForbiddenAddress);
    await expect(fetchOutbound(`http://127.0.0.1:${port}/`, signal)).rejects.toThrow(ForbiddenAddress);
  });

  it.each(['/loop', '/nowhere', '/gone', '/upgrade'])('fails permanently when it answers as %s', async (path) => {
    await expect(fetched(path)).rejects.toThrow(OutboundAnswerUnusable);
  });

  it.each(['ftp://pictures.test/', 'http://[', 'http://a..b/'])('fails permanently when it is %s', async (address) => {
    await expect(fetchOutbound(address, signal, LIMITS, resolve)).rejects.toThrow(OutboundAnswerUnusable);
  });

  it.each(['/busy', '/cut'])('fails temporarily when it answers as %s', async (path) => {
    await expect(fetched(path)).rejects.toThrow(OutboundUnreachable);
  });
});

describe('a file from outside', () => {
  it('is refused by its announced size, before it is downloaded', async () => {
    await expect(fetched('/large')).rejects.toThrow('more than 100 bytes');
  });
  it('is refused as soon as it has grown too large', async () => {
    await expect(fetched('/endless')).rejects.toThrow('more than 100 bytes');
    await expect(fetched('/', { maxBytes: 9 })).rejects.toThrow(OutboundAnswerUnusable);
  });
  it('is aborted when it arrives too slowly', async () => {
    await expect(fetched('/drip')).rejects.toThrow('too slowly');
  });
  it('has a total time limit, however steadily it arrives', async () => {
    await expect(fetched('/drip', { windowBytes: 1, totalMs: 400 })).rejects.toThrow('too long');
  });
  it.each(['/silent-head', '/drip-head'])('is aborted when its headers do not arrive: %s', async (path) => {
    await expect(fetched(path)).rejects.toThrow('did not answer in time');
  });
  it('leaves no connection behind', async () => {
    await Promise.allSettled(
      ['/large', '/endless', '/drip', '/drip-head', '/loop', '/gone'].map((path) => fetched(path)),
    );
    await allClosed();
  });
});

describe('a job that ends', () => {
  it('ends its fetch at once, with its own reason', async () => {
    const job = new AbortController();
    const fetching = fetched('/drip', { windowBytes: 0 }, job.signal);
    job.abort(new Error('the job was cancelled'));
    await expect(fetching).rejects.toThrow('the job was cancelled');
    await allClosed();
  });
});

describe('a name server that never answers', () => {
  const nameServer = createSocket('udp4');
  beforeAll(async () => {
    nameServer.bind(0, '127.0.0.1');
    await once(nameServer, 'listening');
  });
  afterAll(() => nameServer.close());
  const slowly: Resolve = (host, aborted) => {
    const resolver = new Resolver({ timeout: 60_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${nameServer.address().port}`]);
    return publicAddressesOf(host, aborted, resolver);
  };

  it('uses up the total time and no more', async () => {
    const fetching = fetchOutbound('http://slow.example/', signal, { ...LIMITS, totalMs: 100 }, slowly);
    await expect(fetching).rejects.toThrow('too long');
  });
  it('is abandoned as soon as the job ends', async () => {
    const job = new AbortController();
    const fetching = fetchOutbound('http://slow.example/', job.signal, { ...LIMITS, totalMs: 60_000 }, slowly);
    job.abort(new Error('the job was cancelled'));
    await expect(fetching).rejects.toThrow('the job was cancelled');
  });
});
