import type { StoredEvent } from '../event-store';
import { toPosition } from '../event-store';
import type { EncodedEvent } from '../encode-append';
import { PAGE_BYTES } from './log-reader';

interface RecentEvent {
  streamId: string;
  revision: bigint;
  created: Date;
  encoded: EncodedEvent;
  stored?: StoredEvent;
}

const MAX_EVENTS = 4096;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Caches the newest events of the log, as long as this process appended them without events of other nodes in between.
 * Positions have no gaps, so a reader whose checkpoint is right before a cached event has missed nothing.
 */
export class RecentEvents {
  private events: RecentEvent[] = [];
  private bytes = 0;
  /** Position of the first event in `events`. */
  private first = 0n;

  /** Adds consecutive events. If they do not directly follow the cached events, they replace the cached ones. */
  add(first: bigint, events: readonly RecentEvent[]): void {
    if (this.first + BigInt(this.events.length) !== first) {
      this.forget();
      this.first = first;
    }
    for (const event of events) {
      this.events.push(event);
      this.bytes += sizeOf(event);
    }
    if (this.events.length > MAX_EVENTS || this.bytes > MAX_BYTES) this.forgetOldHalf();
  }

  /** Returns the cached events right after a position; null if there are none. */
  after(position: bigint, limit: number, maxBytes = PAGE_BYTES): StoredEvent[] | null {
    const start = Number(position + 1n - this.first);
    if (start < 0 || start >= this.events.length) return null;
    const found: StoredEvent[] = [];
    let bytes = 0;
    for (const event of this.events.slice(start, start + limit)) {
      bytes += sizeOf(event);
      if (found.length > 0 && bytes > maxBytes) break;
      event.stored ??= toStored(event, this.first + BigInt(start + found.length));
      found.push(event.stored);
    }
    return found;
  }

  /** Clears the cache, since its events may no longer be in the log. */
  forget(): void {
    this.events = [];
    this.bytes = 0;
  }

  private forgetOldHalf(): void {
    let count = 0;
    while (count < this.events.length && (this.events.length - count > MAX_EVENTS / 2 || this.bytes > MAX_BYTES / 2)) {
      const event = this.events[count];
      if (event) this.bytes -= sizeOf(event);
      count += 1;
    }
    this.events = this.events.slice(count);
    this.first += BigInt(count);
  }
}

const sizeOf = ({ encoded }: RecentEvent): number => encoded.data.length + (encoded.metadata?.length ?? 0);

/** Parsed from the stored text, so that the result equals an event read from the log. */
function toStored({ streamId, revision, created, encoded }: RecentEvent, position: bigint): StoredEvent {
  const { id, type, data, metadata } = encoded;
  return {
    id,
    type,
    data: JSON.parse(data) as unknown,
    metadata: metadata === null ? undefined : (JSON.parse(metadata) as Record<string, unknown>),
    streamId,
    revision,
    position: toPosition(position),
    created,
  };
}
