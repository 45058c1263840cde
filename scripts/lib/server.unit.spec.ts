import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startServer } from './server.mjs';

describe('a started server', () => {
  let folder: string;
  let main: string;
  const program = (text: string) => writeFileSync(main, text);
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-server-'));
    main = path.join(folder, 'main.cjs');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const listening = `
    require('http').createServer((_, response) => response.end(process.env.STORYREEL_HOME))
      .listen(process.env.PORT, () => console.log('Storyreel is ready at http://localhost:' + process.env.PORT));`;

  it('is ready once it says so, with its own port and data folder, and stops on request', async () => {
    program(`${listening} process.on('SIGTERM', () => process.exit(0));`);
    const server = await startServer({ main, home: '/data/here' });
    expect(await (await fetch(server.url)).text()).toBe('/data/here');
    expect(await server.stop()).toBe(0);
    await expect(fetch(server.url)).rejects.toThrow();
  });

  it('is killed when it does not stop by itself', async () => {
    program(`${listening} process.on('SIGTERM', () => 0);`);
    const server = await startServer({ main, stopTimeoutMs: 50 });
    expect(await server.stop()).toBeNull();
  });

  it('is an error, with its last output, when it ends before it is ready', async () => {
    program(`console.error('no room'); process.exit(1);`);
    await expect(startServer({ main })).rejects.toThrow(/ended before it was ready[^]*no room/);
  });

  it('is an error when it never becomes ready', async () => {
    program(`console.log('thinking'); setInterval(() => 0, 1000);`);
    await expect(startServer({ main, readyTimeoutMs: 300 })).rejects.toThrow('was not ready after 0.3 s');
  });
});
