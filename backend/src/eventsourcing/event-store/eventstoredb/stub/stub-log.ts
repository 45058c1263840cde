import { EventEmitter } from 'node:events';

export interface StubRecord {
  streamId: string;
  revision: number;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  /** Byte offset in the log, like EventStoreDB's positions. */
  position: number;
  created: Date;
}
export type StubEvent = Pick<StubRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type StubExpected = number | 'any' | 'no_stream' | 'stream_exists';
export type StubOutcome =
  { kind: 'appended'; revision: number; position: number } | { kind: 'wrong'; actual: number } | { kind: 'deleted' };

const SOFT_DELETED = '9223372036854775807';

/** EventStoreDB's log in memory, with those of its rules that the adapter depends on. Emits 'appended'. */
export class StubLog extends EventEmitter {
  /** Ordered by position. */
  records: StubRecord[] = [];
  private readonly streams = new Map<string, StubRecord[]>();
  private nextPosition = 120;

  stream(streamId: string): readonly StubRecord[] {
    return this.streams.get(streamId) ?? [];
  }

  /** Returns the index of the first record at or after a position. Uses binary search, since the log may be long. */
  indexAt(position: number): number {
    let [low, high] = [0, this.records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.records[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the visible events of the stream, or null if there is no such stream. */
  visible(streamId: string): StubRecord[] | null {
    const events = this.stream(streamId);
    if (events.length === 0 || this.isSoftDeleted(streamId)) return null;
    const { $tb = 0, $maxCount = Infinity } = this.metadata(streamId);
    const oldest = Math.max(Number($tb), events.length - Number($maxCount));
    return events.filter(({ revision }) => revision >= oldest);
  }

  append(streamId: string, events: StubEvent[], expected: StubExpected): StubOutcome {
    const stream = this.stream(streamId);
    const last = stream.length - 1;
    const deleted = this.isSoftDeleted(streamId);
    if (deleted && expected === 'stream_exists') return { kind: 'deleted' };
    const repeated = this.repeated(stream, events, expected);
    if (repeated) return { kind: 'appended', revision: repeated.revision, position: repeated.position };
    const exists = last >= 0 && !deleted;
    const holds =
      expected === 'any' ||
      (expected === 'no_stream' ? !exists : expected === 'stream_exists' ? exists : expected === last);
    if (!holds) return { kind: 'wrong', actual: last };
    if (deleted && !streamId.startsWith('$$'))
      this.write(`$$${streamId}`, [systemEvent('$metadata', { $tb: last + 1 })]);
    this.write(streamId, events);
    this.emit('appended');
    return { kind: 'appended', revision: last + events.length, position: this.records.at(-1)?.position ?? 0 };
  }

  delete(streamId: string, expected: StubExpected): StubOutcome {
    const last = this.stream(streamId).length - 1;
    if (expected !== 'any' && expected !== last) return { kind: 'wrong', actual: last };
    // Written as text, since the number is too large for JSON.stringify.
    this.write(`$$${streamId}`, [{ ...systemEvent('$metadata', {}), data: Buffer.from(`{"$tb":${SOFT_DELETED}}`) }]);
    this.emit('appended');
    return { kind: 'appended', revision: last, position: this.records.at(-1)?.position ?? 0 };
  }

  /** Appends system events, such as statistics and links of projections. */
  writeSystemEvents(count: number): void {
    const event = systemEvent('$statsCollected', { cpu: 0.5 });
    this.write(
      '$stats-127.0.0.1:2113',
      Array.from({ length: count }, () => event),
    );
    this.emit('appended');
  }

  /** Hard-deletes another application's stream and scavenges the log: only the tombstone remains. */
  tombstoneAndScavenge(streamId: string): void {
    this.write(streamId, [systemEvent('$streamDeleted', {})]);
    const [tombstone] = this.stream(streamId).slice(-1);
    this.records = this.records.filter((record) => record.streamId !== streamId || record === tombstone);
    this.streams.set(streamId, tombstone ? [tombstone] : []);
    this.emit('appended');
  }

  /** Drops the records after a position, like the restore of an older backup. */
  cutAfter(position: number): void {
    this.records = this.records.slice(0, this.indexAt(position + 1));
    for (const [streamId, records] of this.streams) {
      this.streams.set(
        streamId,
        records.filter((record) => record.position <= position),
      );
    }
    this.nextPosition = (this.records.at(-1)?.position ?? 0) + 1;
  }

  private write(streamId: string, events: StubEvent[]): void {
    const stream = this.streams.get(streamId) ?? [];
    this.streams.set(streamId, stream);
    for (const event of events) {
      const revision = (stream.at(-1)?.revision ?? -1) + 1;
      const record = { ...event, streamId, revision, position: this.nextPosition, created: new Date() };
      stream.push(record);
      this.records.push(record);
      this.nextPosition += 100 + event.data.length;
    }
  }

  /**
   * Returns the last event of an append that is already stored at the expected revision; null otherwise. Ids stored at
   * other revisions do not count, so their events are stored again. With `any` and `stream_exists`, the server
   * remembers ids only for a while.
   */
  private repeated(stream: readonly StubRecord[], events: StubEvent[], expected: StubExpected): StubRecord | undefined {
    const anywhere = expected === 'any' || expected === 'stream_exists';
    const first =
      expected === 'no_stream' ? 0 : anywhere ? stream.findIndex(({ id }) => id === events[0]?.id) : expected + 1;
    const isThere = first >= 0 && events.every(({ id }, index) => stream[first + index]?.id === id);
    return isThere ? stream[first + events.length - 1] : undefined;
  }

  private isSoftDeleted(streamId: string): boolean {
    const newest = this.stream(`$$${streamId}`).at(-1);
    return newest !== undefined && Buffer.from(newest.data).toString().includes(SOFT_DELETED);
  }

  private metadata(streamId: string): Record<string, unknown> {
    const newest = this.stream(`$$${streamId}`).at(-1);
    return newest ? (JSON.parse(Buffer.from(newest.data).toString()) as Record<string, unknown>) : {};
  }
}

function systemEvent(type: string, data: object): StubEvent {
  const id = '00000000-0000-4000-8000-000000000000';
  const bytes = Buffer.from(JSON.stringify(data));
  return { id, type, contentType: 'application/json', data: bytes, metadata: new Uint8Array() };
}
