import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const OURS = /^\/socket\.io(?:[/?]|$)/;
/** Headers by which a client asks for another protocol. */
const ASKING = new Set(['upgrade', 'connection', 'http2-settings']);

/**
 * Answers requests as usual whose clients would rather speak another protocol, such as HTTP/2 without TLS. Node hands
 * them to whoever listens for upgrades, and to nobody else: they are read once more, without the wish.
 */
export function answerOtherUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (OURS.test(request.url ?? '')) return;
    socket.unshift(Buffer.concat([headOf(request), head]));
    server.emit('connection', socket);
  });
}

function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!ASKING.has(name.toLowerCase())) lines.push(`${name}: ${value}`);
  }
  // As the parser has read them.
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}
