import { createHmac } from 'node:crypto';
import { isSameSecret } from '../platform/same-secret';

const TOKEN = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/;
/** Of the signature, which nobody can try without asking us. */
const MAC_BYTES = 16;

const macOf = (linkId: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['link', linkId]))
    .digest()
    .subarray(0, MAC_BYTES)
    .toString('base64url');

/** What the address of a shared link ends in. Nothing that is stored or logged gives it away: it takes the secret. */
export function tokenOfLink(linkId: string, secret: string): string {
  const id = Buffer.from(linkId.replaceAll('-', ''), 'hex');
  return `${id.toString('base64url')}.${macOf(linkId, secret)}`;
}

/** The link's id; null when we have not signed it. */
export function linkOfToken(token: string, secret: string): string | null {
  const [, id] = TOKEN.exec(token) ?? [];
  if (id === undefined) return null;
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const linkId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return isSameSecret(token, tokenOfLink(linkId, secret)) ? linkId : null;
}
