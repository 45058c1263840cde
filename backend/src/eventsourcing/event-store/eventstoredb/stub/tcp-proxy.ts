import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  port: number;
  /** Cuts all current connections. */
  drop(): void;
  /** Makes the current connections hang from now on, without either side noticing. */
  fallSilent(): void;
  close(): Promise<void>;
}

/** Starts a proxy between a client and a server, so that a test can cut the connection. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    drop,
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      const closed = once(server, 'close');
      // New connections are refused first, and then the existing ones are cut: a client that reconnects at once would
      // keep the proxy open.
      server.close();
      drop();
      await closed;
    },
  };
}
