import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { NewEvent, StoredEvent } from '../event-store';
import { MAX_LARGE_DATA_BYTES } from '../large-events/large-data';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Texts of at least this length are compressed before encryption, so that encryption does not enlarge the parts of a
 * large event.
 */
const COMPRESSED_FROM = 16 * 1024;

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** Metadata of an encrypted event. */
export interface Seal {
  /** Version of this format. */
  version: 1;
  /** True if the text was compressed before it was encrypted. */
  packed?: true;
  /**
   * For an event that was encrypted after it was written: the event's leaf hash in the signed log, as hexadecimal
   * SHA-256.
   */
  leaf?: string;
}

/**
 * Reads the seal from an event's metadata. Checks its form, since other applications may write other metadata to the
 * same log.
 */
export function sealOf({ metadata }: Pick<StoredEvent, 'metadata'>): Seal | null {
  const seal = metadata?.sealed as Partial<Seal> | null | undefined;
  return seal?.version === 1 ? (seal as Seal) : null;
}

type Place = Pick<StoredEvent, 'streamId' | 'id' | 'type'>;

/** Returns the additional data that binds a ciphertext to its event, so that it cannot be moved to another event. */
const placeOf = ({ streamId, id, type }: Place, { leaf = '', packed }: Seal): Buffer =>
  Buffer.from(`${streamId}\0${id.toLowerCase()}\0${type}\0${leaf}\0${packed === true}`);

/**
 * Encrypts an event's data with the owner's key. Data that is not JSON stays unchanged; the store then rejects it.
 * @param leaf given for an event that is already in the log
 */
export async function sealEvent(streamId: string, event: NewEvent, key: Buffer, leaf?: string): Promise<NewEvent> {
  const text = jsonOf(event.data);
  if (text === undefined) return event;
  const isLong = text.length >= COMPRESSED_FROM;
  const seal: Seal = { version: 1, ...(isLong && { packed: true }), ...(leaf !== undefined && { leaf }) };
  const bytes = isLong ? await compress(text) : Buffer.from(text);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(placeOf({ ...event, streamId }, seal));
  const sealed = Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64');
  return { ...event, data: { sealed }, metadata: { ...event.metadata, sealed: seal } };
}

function jsonOf(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}

/**
 * Decrypts an event's data; compressed data is decrypted asynchronously.
 * @throws when the data was changed, moved or encrypted with another key
 */
export function openData(event: StoredEvent, seal: Seal, key: Buffer): { data: unknown } | { later: Promise<unknown> } {
  const { sealed } = event.data as { sealed: string };
  const bytes = Buffer.from(sealed, 'base64');
  const end = bytes.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(placeOf(event, seal))
    .setAuthTag(bytes.subarray(end));
  const text = decipher.update(bytes.subarray(IV_BYTES, end));
  // `final` checks the tag and returns no bytes, since GCM is a stream cipher.
  decipher.final();
  const parse = (json: Buffer): unknown => JSON.parse(json.toString('utf8'));
  if (!seal.packed) return { data: parse(text) };
  return { later: expand(text, { maxOutputLength: MAX_LARGE_DATA_BYTES }).then(parse) };
}

/** Returns the text from which an event's leaf hash in the signed log is computed. */
export const digestedText = ({ streamId, revision, id, type, data, metadata }: StoredEvent): string =>
  JSON.stringify([streamId, `${revision}`, id, type, data, metadata ?? null]);
