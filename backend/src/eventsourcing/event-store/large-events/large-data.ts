import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { derivedId } from '../../../lib/ids';
import { AppendTooLarge, StreamNotFound, WrongExpectedRevision } from '../event-store';
import type { EventStore, StoredEvent } from '../event-store';

/** JSON of one event's data, however many appends it takes. Above the largest project that the limits allow. */
export const MAX_LARGE_DATA_BYTES = 64 * 1024 * 1024;
/** Of base64 in one part: an append with it stays well under the limit of one append. */
const PART_LENGTH = 700_000;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Text of parts that together hold the JSON, and its size in bytes. @throws AppendTooLarge */
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

/** @throws when the parts are not what `toParts` made */
async function fromParts(parts: readonly string[]): Promise<unknown> {
  const json = await expand(Buffer.from(parts.join(''), 'base64'), { maxOutputLength: MAX_LARGE_DATA_BYTES });
  return JSON.parse(json.toString('utf8'));
}

/** Where the data of an event lies. */
export interface LargeDataReference {
  stream: string;
  parts: number;
  /** Of the data as JSON. */
  bytes: number;
}

const CATEGORY = 'content';
const PART_TYPE = 'ContentPart';
/** What one node keeps of data that several readers want at about the same time. */
const CACHED_BYTES = 32 * 1024 * 1024;

/** Whether an event is a part of the data of another one. */
export const isPart = ({ streamId, type }: Pick<StoredEvent, 'streamId' | 'type'>): boolean =>
  type === PART_TYPE && streamId.startsWith(`${CATEGORY}-`);

/** In the event's metadata. */
export const referenceOf = (reference: LargeDataReference): { dataIn: LargeDataReference } => ({ dataIn: reference });
/** Other applications may write to the same log, and metadata of their own. */
export function referenceIn({ metadata }: Pick<StoredEvent, 'metadata'>): LargeDataReference | undefined {
  const reference = metadata?.dataIn as LargeDataReference | null | undefined;
  const ours = typeof reference?.stream === 'string' && reference.stream.startsWith(`${CATEGORY}-`);
  return ours ? reference : undefined;
}

/** Data of large events, each in a stream of its own. */
export class LargeData {
  private readonly recent = new LRUCache<string, { data: unknown; bytes: number }>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(private readonly store: EventStore) {}

  /** The stream's name follows from the content: a repeat after a conflict or a crash goes on where the first try ended. */
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
   * The event with its data. Where the log has lost parts of it the event keeps no data, so that whoever needs them
   * fails at this event alone. @throws StoreUnavailable
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
      for await (const { data } of this.store.readStream(stream)) parts.push((data as { text: string }).text);
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return parts;
  }
}
