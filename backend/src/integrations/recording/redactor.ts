import { createHash } from 'node:crypto';
import { cleanText, startOf } from '../../lib/text';
import { isSecretName, quotable, REDACTED, Secrets, withoutQuery, withoutSecretFields } from '../http/secrets';

const MAX_DEPTH = 32;
/** Minimum JSON overhead per value: quotes, a comma. */
const PUNCTUATION = 4;
const DATA_URL = /data:([\w.+-]+\/[\w.+-]+);base64,([A-Za-z0-9+/=]{64,})/g;
const ADDRESS = /^https?:\/\/\S+$/i;

/** Placeholder for a file in a recording. */
export const fileFingerprint = (bytes: Uint8Array, mimeType?: string) => ({
  ...(mimeType === undefined ? {} : { mimeType }),
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

interface Room {
  bytes: number;
  cut: boolean;
}

/** Makes a provider's requests and answers storable: limits their size and removes secrets and files. */
export class Redactor {
  private readonly secrets: Secrets;

  /** @param secrets removed wherever they occur, such as tokens that a provider's error quotes */
  constructor(secrets: readonly string[]) {
    this.secrets = new Secrets(secrets);
  }

  /** @param room approximate bytes of JSON; anything beyond is replaced by a note */
  redact(value: unknown, room: number): { value: unknown; cut: boolean } {
    const left = { bytes: room, cut: false };
    const redacted = this.any(value, left, MAX_DEPTH);
    return { value: redacted, cut: left.cut };
  }

  /** Redacts an error message. Secrets in URLs are removed too, unlike in a prompt, which is kept as sent. */
  message(text: string): string {
    return this.text(quotable(text, this.secrets));
  }

  private text(text: string): string {
    const clean = withoutSecretFields(this.secrets.hide(cleanText(text)));
    if (ADDRESS.test(clean)) return withoutQuery(clean);
    return clean.includes(';base64,') ? clean.replace(DATA_URL, markOfDataUrl) : clean;
  }

  private any(value: unknown, room: Room, depth: number): unknown {
    if (room.bytes <= 0 || depth < 0) {
      room.cut = true;
      return '[cut]';
    }
    room.bytes -= PUNCTUATION;
    if (typeof value === 'string') return this.bounded(value, room);
    if (value instanceof Uint8Array) return fileFingerprint(value);
    if (Array.isArray(value)) return this.list(value, room, depth);
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'object' && value !== null) return this.record(value, room, depth);
    return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  }

  private bounded(text: string, room: Room): string {
    const clean = this.text(text);
    const bytes = Buffer.byteLength(JSON.stringify(clean));
    if (bytes <= room.bytes) {
      room.bytes -= bytes;
      return clean;
    }
    room.cut = true;
    let kept = startOf(clean, room.bytes);
    // A JSON escape takes up to six bytes for one byte of text.
    while (Buffer.byteLength(JSON.stringify(kept)) > room.bytes) kept = startOf(kept, Buffer.byteLength(kept) / 2);
    room.bytes = 0;
    return `${kept}… [cut: ${Buffer.byteLength(clean)} bytes in all]`;
  }

  private list(list: unknown[], room: Room, depth: number): unknown[] {
    const kept: unknown[] = [];
    for (const item of list) {
      if (room.bytes <= 0) {
        room.cut = true;
        kept.push(`[cut: ${list.length} items in all]`);
        break;
      }
      kept.push(this.any(item, room, depth - 1));
    }
    return kept;
  }

  private record(record: object, room: Room, depth: number): Record<string, unknown> {
    const kept: [string, unknown][] = [];
    for (const [name, value] of Object.entries(record)) {
      if (value === undefined || typeof value === 'function') continue;
      if (room.bytes <= 0) {
        room.cut = true;
        kept.push(['[cut]', true]);
        break;
      }
      const key = this.bounded(name, room);
      kept.push([key, isSecretName(name) ? REDACTED : this.any(value, room, depth - 1)]);
    }
    // Properties are defined instead of assigned, so that a name such as __proto__ is harmless.
    return Object.fromEntries(kept);
  }
}

const markOfDataUrl = (_: string, mimeType: string, base64: string): string => {
  const { bytes, sha256 } = fileFingerprint(Buffer.from(base64, 'base64'));
  return `[${mimeType}, ${bytes} bytes, sha256 ${sha256}]`;
};
