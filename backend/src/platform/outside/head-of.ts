import type { LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { OutboundAnswerUnusable, OutboundUnreachable } from './outside-errors';

interface Asked {
  /** The connection goes to these very addresses, since a name may change its mind; null: the system finds them. */
  addresses: LookupAddress[] | null;
  signal: AbortSignal;
  /** Milliseconds until the head is there. */
  headMs: number;
}

/** An answer whose head is there and whose body is not read yet. Redirects are answers. */
export function headOf(url: URL, { addresses, signal, headMs }: Asked): Promise<http.IncomingMessage> {
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((done, failed) => {
    const request = client.get(url, { signal, agent: false, ...(addresses && { lookup: lookupOf(addresses) }) });
    // A timer of its own: a socket's timeout starts anew with every byte.
    const deadline = setTimeout(() => request.destroy(new OutboundUnreachable('it did not answer in time')), headMs);
    request.on('close', () => clearTimeout(deadline));
    request.on('error', failed);
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      failed(new OutboundAnswerUnusable('it does not answer with a file'));
    });
    request.on('response', (answer) => {
      clearTimeout(deadline);
      done(answer);
    });
  });
}

function lookupOf(addresses: LookupAddress[]): http.RequestOptions['lookup'] {
  const [first] = addresses;
  if (!first) throw new OutboundAnswerUnusable('its host has no address');
  return (_host, { all }, callback) => (all ? callback(null, addresses) : callback(null, first.address, first.family));
}
