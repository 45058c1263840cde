import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { HttpDrain, enforceMinimumThroughput } from './connections';

/** Replaces the interval timer of a request; `tick` fires it. */
function timers(): { tick: () => void } {
  const ticks: (() => void)[] = [];
  jest.spyOn(globalThis, 'setInterval').mockImplementation((run: () => void) => {
    ticks.push(run);
    return { unref: () => ticks.length } as unknown as NodeJS.Timeout;
  });
  jest.spyOn(globalThis, 'clearInterval').mockImplementation();
  return { tick: () => ticks.forEach((run) => run()) };
}

describe('the body of a request', () => {
  afterEach(() => jest.restoreAllMocks());

  async function upload(send: (write: (bytes: number) => Promise<void>, tick: () => void) => Promise<void>) {
    const { tick } = timers();
    let read = 0;
    const app = express();
    app.use(enforceMinimumThroughput({ bytes: 1_000, each: 60_000 }));
    app.post('/', (request, response) => {
      request.on('data', (chunk: Buffer) => (read += chunk.length));
      buffer(request).then(
        ({ length }) => response.send(String(length)),
        () => undefined,
      );
    });
    const server = createServer(app);
    new HttpDrain().attach(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(server.requestTimeout).toBe(0);
    const sending = ask({ port: (server.address() as AddressInfo).port, method: 'POST' });
    const outcome = new Promise<string>((resolve) => {
      sending.on('response', (answer) => void buffer(answer).then((body) => resolve(body.toString())));
      sending.on('error', () => resolve('cut off'));
    });
    const write = async (bytes: number) => {
      const wanted = read + bytes;
      sending.write(Buffer.alloc(bytes));
      while (read < wanted && !sending.destroyed) await new Promise((resolve) => setImmediate(resolve));
    };
    await send(write, tick);
    sending.end();
    const result = await outcome;
    server.closeAllConnections();
    server.close();
    return result;
  }

  it('may take any time while it keeps arriving', async () => {
    const outcome = await upload(async (write, tick) => {
      await write(1_500);
      for (let minute = 0; minute < 19; minute++) {
        await write(1_500);
        tick();
      }
    });
    expect(outcome).toBe('30000');
  });

  it.each([
    ['hardly comes', 10],
    ['stops arriving', 0],
  ])('is cut off when it %s', async (_, bytes) => {
    const outcome = await upload(async (write, tick) => {
      await write(5_000);
      tick();
      if (bytes > 0) await write(bytes);
      tick();
    });
    expect(outcome).toBe('cut off');
  });
});
