import { createPrivateKey, type KeyObject } from 'node:crypto';

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
