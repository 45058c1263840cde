import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { derivedId } from '../../../lib/ids';
import { textIn } from '../../domain/domain-event';
import { AppendTooLarge, StreamNotFound, WrongExpectedRevision } from '../event-store';
import type { EventStore, StoredEvent } from '../event-store';

/** Limit for one event's data as JSON, across all its parts. Larger than the largest project that the limits allow. */
export const MAX_LARGE_DATA_BYTES = 64 * 1024 * 1024;
/** Length of one part in base64 characters, so that the append of a part stays well under the limit. */
const PART_LENGTH = 700_000;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Splits the JSON into the texts of its parts, and returns its size in bytes. @throws AppendTooLarge */
async function toParts(json: string): Promise<{ parts: string[]; bytes: number }> {
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_LARGE_DATA_BYTES) {
    throw new AppendTooLarge(`an event of ${bytes} bytes, the limit is ${MAX_LARGE_DATA_BYTES}`);
  }
  const text = (await compress(json)).toString('base64');
  const count = Math.ceil(text.length / PART_LENGTH);
  const parts = Array.from({ length: count }, (_, at) => text.slice(at * PART_LENGTH, (at + 1) * PART_LENGTH));
  return { parts, bytes };
}

/** @throws when `toParts` did not create these parts */
async function fromParts(parts: readonly string[]): Promise<unknown> {
  const json = await expand(Buffer.from(parts.join(''), 'base64'), { maxOutputLength: MAX_LARGE_DATA_BYTES });
  return JSON.parse(json.toString('utf8'));
}

/** Location of an event's data. */
export interface LargeDataReference {
  stream: string;
  parts: number;
  /** Size of the data as JSON. */
  bytes: number;
}

const CATEGORY = 'content';
const PART_TYPE = 'ContentPart';
/** Cache size of each node; the cache serves several readers that need the same data at about the same time. */
const CACHED_BYTES = 32 * 1024 * 1024;

/** True if the event is a part of another event's data. */
export const isPart = ({ streamId, type }: Pick<StoredEvent, 'streamId' | 'type'>): boolean =>
  type === PART_TYPE && streamId.startsWith(`${CATEGORY}-`);

/** Returns the metadata field that contains the reference. */
export const referenceOf = (reference: LargeDataReference): { dataIn: LargeDataReference } => ({ dataIn: reference });
/**
 * Reads the reference from an event's metadata. Checks its form, since other applications may write other metadata to
 * the same log.
 */
export function referenceIn({ metadata }: Pick<StoredEvent, 'metadata'>): LargeDataReference | undefined {
  const reference = metadata?.dataIn as LargeDataReference | null | undefined;
  const ours = typeof reference?.stream === 'string' && reference.stream.startsWith(`${CATEGORY}-`);
  return ours ? reference : undefined;
}

/** Stores the data of large events, each in a separate stream. */
export class LargeData {
  private readonly recent = new LRUCache<string, { data: unknown; bytes: number }>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(private readonly store: EventStore) {}

  /**
   * Writes the data in parts. The stream's name is derived from the content, so a repeat after a conflict or a crash
   * resumes where the first attempt stopped.
   */
  async write(owner: string, json: string, data: unknown): Promise<LargeDataReference> {
    const { parts, bytes } = await toParts(json);
    const stream = `${CATEGORY}-${derivedId(owner, createHash('sha256').update(json).digest('hex'))}`;
    let next = 0;
    while (next < parts.length) {
      const part = { id: derivedId(stream, next), type: PART_TYPE, data: { text: parts[next] } };
      try {
        await this.store.append(stream, [part], { expected: next === 0 ? 'no_stream' : BigInt(next - 1) });
        next += 1;
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        next = error.actual === 'no_stream' ? 0 : Number(error.actual) + 1;
      }
    }
    this.recent.set(stream, { data, bytes });
    return { stream, parts: parts.length, bytes };
  }

  /**
   * Returns the event with its data. If the log has lost parts of the data, returns the event without data, so that
   * only its readers fail.
   * @throws StoreUnavailable
   */
  async complete(event: StoredEvent): Promise<StoredEvent> {
    const reference = referenceIn(event);
    if (!reference) return event;
    const known = this.recent.get(reference.stream);
    if (known) return { ...event, data: known.data };
    const parts = await this.read(reference.stream);
    if (parts.length !== reference.parts) return event;
    const data = await fromParts(parts);
    this.recent.set(reference.stream, { data, bytes: reference.bytes });
    return { ...event, data };
  }

  private async read(stream: string): Promise<string[]> {
    const parts: string[] = [];
    try {
      for await (const part of this.store.readStream(stream)) parts.push(textIn(part, 'text') ?? '');
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return parts;
  }
}
