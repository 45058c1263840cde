import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../platform/canonical-json';
import type { HeadsOfDay, SignedHeads } from './ledger-heads';

export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

export const hashOfHeads = (heads: HeadsOfDay): string =>
  createHash('sha256').update(canonicalJson(heads)).digest('hex');

export function signHeads(heads: Omit<HeadsOfDay, 'publicKey'>, key: KeyObject): SignedHeads {
  const signed = { ...heads, publicKey: publicKeyOf(key) };
  const hash = hashOfHeads(signed);
  return { ...signed, hash, signature: sign(null, Buffer.from(hash), key).toString('base64') };
}

/** What is wrong with signed heads by themselves; null when nothing is. */
export function signatureFault(signed: SignedHeads, trusted: ReadonlySet<string>): string | null {
  const { hash, signature, ...heads } = signed;
  if (typeof hash !== 'string' || typeof signature !== 'string' || !Array.isArray(heads.heads)) {
    return 'is not what was signed';
  }
  if (hashOfHeads(heads) !== hash) return 'was changed after it was signed';
  if (!trusted.has(heads.publicKey)) return 'is signed with a key that is not one of this installation';
  try {
    const key = createPublicKey({ key: Buffer.from(heads.publicKey, 'base64'), type: 'spki', format: 'der' });
    return verify(null, Buffer.from(hash), key, Buffer.from(signature, 'base64')) ? null : 'has a wrong signature';
  } catch {
    return 'has a wrong signature';
  }
}
