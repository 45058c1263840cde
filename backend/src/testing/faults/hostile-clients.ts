import { connect, type Socket } from 'node:net';

export interface HostileClients {
  /** Data received by each client, by the client's name. */
  readonly received: Record<string, string>;
  close(): void;
}

/** Opens clients that keep connections busy: each would prevent a careless server from ever stopping. */
export async function holdOnTo(url: string, cookie: string): Promise<HostileClients> {
  const { hostname, port } = new URL(url);
  const head = (start: string, ...lines: string[]) =>
    `${[start, `host: ${hostname}:${port}`, ...lines].join('\r\n')}\r\n`;
  const session = `cookie: ${cookie}`;
  const first: Record<string, string> = {
    silent: '',
    'half a head': head('GET /api/projects HTTP/1.1'),
    'idle after an answer': `${head('GET /api/health HTTP/1.1', 'connection: keep-alive')}\r\n`,
    'endless upload': `${head('POST /api/projects HTTP/1.1', session, 'content-type: application/json', 'content-length: 1000')}\r\n{"title":`,
    'deaf websocket': `${head(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      session,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    )}\r\n`,
    'long poll': `${head('GET /socket.io/?EIO=4&transport=polling HTTP/1.1', session)}\r\n`,
    // More data than the buffers of both ends hold, none of which is read.
    'slow reader': `${head('GET /api/openapi.json HTTP/1.1', session)}\r\n`.repeat(400),
  };
  const received: Record<string, string> = {};
  const sockets: Socket[] = [];
  for (const [name, bytes] of Object.entries(first)) {
    const socket = connect(Number(port), '127.0.0.1');
    // The server cuts the connections in the end.
    socket.on('error', () => undefined);
    received[name] = '';
    if (name === 'slow reader') socket.pause();
    else socket.on('data', (chunk: Buffer) => (received[name] += chunk.toString()));
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(bytes);
    sockets.push(socket);
  }
  return { received, close: () => sockets.forEach((socket) => socket.destroy()) };
}
