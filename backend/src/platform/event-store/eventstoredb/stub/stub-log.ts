import { EventEmitter } from 'node:events';

export interface StubRecord {
  streamId: string;
  revision: number;
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
  /** Bytes into the log, as EventStoreDB's positions are. */
  position: number;
  created: Date;
}
export type StubEvent = Pick<StubRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type StubExpected = number | 'any' | 'no_stream' | 'stream_exists';
export type StubOutcome =
  { kind: 'appended'; revision: number; position: number } | { kind: 'wrong'; actual: number } | { kind: 'deleted' };

const SOFT_DELETED = '9223372036854775807';

/** EventStoreDB's log in memory, with its rules as far as the adapter meets them. Emits 'appended'. */
export class StubLog extends EventEmitter {
  readonly records: StubRecord[] = [];
  private nextPosition = 120;

  stream(streamId: string): StubRecord[] {
    return this.records.filter((record) => record.streamId === streamId);
  }

  /** What a read of the stream shows, or null: there is no such stream. */
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
    if (deleted && !streamId.startsWith('$$')) this.write(`$$${streamId}`, [metadataEvent({ $tb: last + 1 })]);
    this.write(streamId, events);
    this.emit('appended');
    return { kind: 'appended', revision: last + events.length, position: this.records.at(-1)?.position ?? 0 };
  }

  delete(streamId: string, expected: StubExpected): StubOutcome {
    const last = this.stream(streamId).length - 1;
    if (expected !== 'any' && expected !== last) return { kind: 'wrong', actual: last };
    // As text: the number is too large for JSON.stringify.
    this.write(`$$${streamId}`, [{ ...metadataEvent({}), data: Buffer.from(`{"$tb":${SOFT_DELETED}}`) }]);
    this.emit('appended');
    return { kind: 'appended', revision: last, position: this.records.at(-1)?.position ?? 0 };
  }

  private write(streamId: string, events: StubEvent[]): void {
    let revision = this.stream(streamId).length;
    for (const event of events) {
      this.records.push({ ...event, streamId, revision: revision++, position: this.nextPosition, created: new Date() });
      this.nextPosition += 100 + event.data.length;
    }
  }

  /**
   * The last event of an append that is there already, where it was expected. Ids that are there elsewhere do not
   * count, and are stored a second time. With `any` and `stream_exists` the server remembers for a while only.
   */
  private repeated(stream: StubRecord[], events: StubEvent[], expected: StubExpected): StubRecord | undefined {
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

function metadataEvent(data: object): StubEvent {
  const id = '00000000-0000-4000-8000-000000000000';
  const bytes = Buffer.from(JSON.stringify(data));
  return { id, type: '$metadata', contentType: 'application/json', data: bytes, metadata: new Uint8Array() };
}
