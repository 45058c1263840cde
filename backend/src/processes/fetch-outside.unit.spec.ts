import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchOutside, OutsideAnswerUnusable } from './fetch-outside';
import { ForbiddenAddress, publicAddressesOf } from './outside-address';

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/private') return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    if (request.url === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
    if (request.url === '/gone') return void response.writeHead(404).end();
    response.end('0123456789');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));

const signal = new AbortController().signal;
/** The public host of the tests; every other one is looked at as usual. */
const resolve: typeof publicAddressesOf = (host) =>
  host === 'pictures.test' ? Promise.resolve([{ address: '127.0.0.1', family: 4 }]) : publicAddressesOf(host);
const fetched = (path: string, maxBytes = 100) =>
  fetchOutside(`http://pictures.test:${port}${path}`, maxBytes, signal, resolve);

describe('an address that a user gave', () => {
  it('is fetched from the very address that was checked', async () => {
    expect((await fetched('/')).toString()).toBe('0123456789');
  });

  it('may not be larger than allowed', async () => {
    await expect(fetched('/', 9)).rejects.toThrow(OutsideAnswerUnusable);
  });

  it('may not lead to a private address, at once or by a redirect', async () => {
    await expect(fetched('/private')).rejects.toThrow(ForbiddenAddress);
    await expect(fetchOutside(`http://127.0.0.1:${port}/`, 100, signal)).rejects.toThrow(ForbiddenAddress);
  });

  it('is given up on when it leads nowhere', async () => {
    await expect(fetched('/loop')).rejects.toThrow(OutsideAnswerUnusable);
    await expect(fetched('/gone')).rejects.toThrow(OutsideAnswerUnusable);
    await expect(fetchOutside('ftp://pictures.test/', 100, signal, resolve)).rejects.toThrow(OutsideAnswerUnusable);
  });
});
