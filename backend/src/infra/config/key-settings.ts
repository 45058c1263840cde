import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** An Ed25519 key in PKCS #8: PEM, or base64 of the PEM or of the DER. Null for anything else; says nothing of it. */
export function readLedgerKey(text: string): KeyObject | null {
  try {
    const key = toKey(text);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function toKey(text: string): KeyObject {
  // In environments a line break is often written as \n.
  if (text.includes('-----BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'));
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('latin1').startsWith('-----BEGIN')) return createPrivateKey(bytes);
  return createPrivateKey({ key: bytes, type: 'pkcs8', format: 'der' });
}

/** The newest key first: it seals. All of them open. */
export type TokenKeys = readonly { id: string; key: Buffer }[];

const ENTRY = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]{43}=?)$/;

/** 'id:base64 of 32 bytes', with commas between. Null when it is not that. */
export function readTokenKeys(setting: string): TokenKeys | null {
  const keys = setting.split(',').flatMap((entry) => {
    const [, id, key] = ENTRY.exec(entry.trim()) ?? [];
    return id === undefined || key === undefined ? [] : [{ id, key: Buffer.from(key, 'base64') }];
  });
  const isWhole = keys.length === setting.split(',').length && keys.every(({ key }) => key.length === 32);
  return isWhole && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : null;
}

export interface PasswordCost {
  /** Memory and time; a power of two. */
  N: number;
  r: number;
  p: number;
}

/** 32 MiB and about a sixth of a second for one try. No setting makes it cheaper. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
