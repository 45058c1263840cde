import http from 'node:http';
import https from 'node:https';
import { type publicAddressesOf as Resolve, publicAddressesOf } from './outside-address';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 20_000;

/** The address answered with something that cannot be used. */
export class OutsideAnswerUnusable extends Error {}

/**
 * Bytes from an http(s) address that a user gave. The connection goes to the very addresses that were checked, so that
 * a name cannot change its mind in between; every redirect is checked anew.
 * @throws ForbiddenAddress, OutsideAnswerUnusable, or what the network throws
 */
export async function fetchOutside(
  address: string,
  maxBytes: number,
  signal: AbortSignal,
  resolve: typeof Resolve = publicAddressesOf,
): Promise<Buffer> {
  let url = new URL(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new OutsideAnswerUnusable('Only http(s) is fetched');
    const answer = await get(url, await resolve(url.hostname), signal);
    const { statusCode = 0, headers } = answer;
    if (statusCode < 300) return read(answer, maxBytes);
    answer.destroy();
    if (statusCode >= 400 || !headers.location) throw new OutsideAnswerUnusable(`The address answered ${statusCode}`);
    url = new URL(headers.location, url);
  }
  throw new OutsideAnswerUnusable('Too many redirects');
}

function get(
  url: URL,
  addresses: { address: string; family: number }[],
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const [first] = addresses;
  if (!first) throw new OutsideAnswerUnusable('The host has no address');
  const client = url.protocol === 'https:' ? https : http;
  return new Promise((done, failed) => {
    const request = client.get(url, {
      signal,
      timeout: TIMEOUT_MS,
      agent: false,
      lookup: (_host, options, callback) =>
        options.all ? callback(null, [first]) : callback(null, first.address, first.family),
    });
    request.on('timeout', () => request.destroy(new OutsideAnswerUnusable('The address did not answer in time')));
    request.on('error', failed);
    request.on('response', done);
  });
}

async function read(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new OutsideAnswerUnusable(`The file is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
