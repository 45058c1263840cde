import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * Parses an Ed25519 key in PKCS #8: PEM, or base64 of the PEM or of the DER. Null for anything else, without an error
 * that could leak the text.
 */
export function readLedgerKey(text: string): KeyObject | null {
  try {
    const key = toKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function toKey(text: string): KeyObject {
  // Environment variables often hold line breaks as \n.
  if (text.includes('-----BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'));
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('latin1').startsWith('-----BEGIN')) return createPrivateKey(bytes);
  return createPrivateKey({ key: bytes, type: 'pkcs8', format: 'der' });
}

/** Newest first: the first key encrypts, all of them decrypt. */
export type TokenKeys = readonly { id: string; key: Buffer }[];

const ENTRY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/;

/** Parses comma-separated 'id:base64 of 32 bytes'. Null for anything else. */
export function readTokenKeys(setting: string): TokenKeys | null {
  const keys = setting.split(',').flatMap((entry) => {
    const [, id, key] = ENTRY.exec(entry.trim()) ?? [];
    return id === undefined || key === undefined ? [] : [{ id, key: Buffer.from(key, 'base64') }];
  });
  const isWhole = keys.length === setting.split(',').length && keys.every(({ key }) => key.length === 32);
  return isWhole && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : null;
}

export interface PasswordCost {
  /** Cost in memory and time; a power of two. */
  N: number;
  r: number;
  p: number;
}

/** 32 MiB and about a sixth of a second per try. No setting lowers this. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
