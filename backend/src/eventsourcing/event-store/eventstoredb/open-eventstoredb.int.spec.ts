import { freePort } from '../../../infra/embedded-postgres/server-process';
import { StartError } from '../../../lib/keep-trying';
import { openEventStoreDb } from './open-eventstoredb';
import { startStubServer, type StubServer } from './stub/stub-server';

const SECRET = 'open-sesame';

describe('starting on an EventStoreDB', () => {
  const told: string[] = [];
  const servers: StubServer[] = [];
  /** Returns options for a retry period of one minute on a fake clock, which ends after three attempts. */
  const patience = (between: () => Promise<unknown> = () => Promise.resolve()) => {
    let now = 0;
    return {
      forMs: 60_000,
      everyMs: 30_000,
      clock: { now: () => new Date(now) },
      wait: (ms: number) => ((now += ms), between()),
      onRetry: (error: StartError) => told.push(error.message),
    };
  };
  afterEach(() => {
    told.length = 0;
    for (const server of servers.splice(0)) server.stop();
  });
  const failure = async (url: string): Promise<Error> => {
    try {
      const store = await openEventStoreDb(url, patience());
      await store.close();
    } catch (error) {
      if (error instanceof StartError) return error;
      throw error;
    }
    throw new Error(`${url} was opened`);
  };

  it.each([
    ['is unreachable', 'esdb://', '?tls=false', 'cannot be reached'],
    ['has no node of a cluster', 'esdb+discover://', '?tls=false&maxDiscoverAttempts=1', 'no node of an EventStoreDB'],
  ])('reports in one sentence that a server %s, after trying for a minute', async (_case, scheme, query, reason) => {
    const host = `127.0.0.1:${await freePort()}`;
    const { message } = await failure(`${scheme}admin:${SECRET}@${host}${query}`);
    expect(message).toMatch(/^EVENTSTORE_URL: [^\n]*\.$/);
    expect(message).toContain(reason);
    expect(message).toContain(host);
    expect(message).not.toContain(SECRET);
    expect(told).toEqual([message, message]);
  });

  it('reports in one sentence that a server does not speak TLS, without quoting the TLS library', async () => {
    const server = await startStubServer();
    servers.push(server);
    const { message } = await failure(`esdb://admin:${SECRET}@localhost:${server.port}`);
    expect(message).toBe(
      `EVENTSTORE_URL: the EventStoreDB at localhost:${server.port} does not speak TLS; if that is intended, add ` +
        '?tls=false to its address.',
    );
  });

  it('reports in one sentence that TLS needs a host name on Node 26, and works with an address before', async () => {
    const server = await startStubServer();
    servers.push(server);
    const { message } = await failure(`esdb://admin:${SECRET}@127.0.0.1:${server.port}`);
    const isRefused = Number(process.versions.node.split('.')[0]) >= 26;
    expect(message).toContain(isRefused ? 'needs a host name in its address' : 'does not speak TLS');
  });

  it('reports in one sentence that the server refuses the password', async () => {
    const server = await startStubServer({ refusesCallers: true });
    servers.push(server);
    const { message } = await failure(`esdb://admin:${SECRET}@127.0.0.1:${server.port}?tls=false`);
    expect(message).toBe(
      `EVENTSTORE_URL: the EventStoreDB at 127.0.0.1:${server.port} refuses the user name or the password of this address.`,
    );
    expect(told).toEqual([message, message]);
  });

  it.each([
    ['cannot be understood', `esdb://admin:${SECRET}@host:port`, 'cannot be understood'],
    ['names a missing file', `esdb://admin:${SECRET}@host:2113?tlsCAFile=/nowhere/ca.crt`, 'names a certificate'],
  ])('refuses an address at once that %s', async (_case, url, reason) => {
    const { message } = await failure(url);
    expect(message).toContain(reason);
    expect(message).not.toContain(SECRET);
    expect(told).toEqual([]);
  });

  it('prints no warning of the client, since those repeat the address', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await failure(`esdb://admin:${SECRET}@127.0.0.1:${await freePort()}?tlsVerifyCert=false&tls=false`);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('succeeds when the server becomes reachable meanwhile', async () => {
    const port = await freePort();
    const between = async () => servers.push(await startStubServer({ port }));
    const store = await openEventStoreDb(`esdb://127.0.0.1:${port}?tls=false`, patience(between));
    await expect(store.head()).resolves.toBeNull();
    await store.close();
    expect(told).toHaveLength(1);
  });
});
