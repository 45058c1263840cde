import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { TokenKeys } from '../config/key-settings';

const ALGORITHM = 'aes-256-gcm';

/** The key is gone, the text was changed, or it was encrypted for another place. */
export class CannotOpen extends Error {}

/** AES-256-GCM. A ciphertext is bound to its place, so that it cannot be moved to another row. */
export class TokenCipher {
  constructor(private readonly keys: TokenKeys) {}

  seal(text: string, place: string): string {
    const [newest] = this.keys;
    if (newest === undefined) throw new Error('There is no key to encrypt with');
    const iv = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, newest.key, iv).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
    return [newest.id, ...parts].join('.');
  }

  /** @throws CannotOpen */
  open(sealed: string, place: string): string {
    const [id, iv = '', tag = '', text = ''] = sealed.split('.');
    const known = this.keys.find((candidate) => candidate.id === id);
    if (known === undefined) throw new CannotOpen('The key that encrypted it is not configured.');
    try {
      const decipher = createDecipheriv(ALGORITHM, known.key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return decipher.update(Buffer.from(text, 'base64url'), undefined, 'utf8') + decipher.final('utf8');
    } catch (error) {
      throw new CannotOpen('The encrypted text was changed.', { cause: error });
    }
  }
}
