import type { ExpectedRevision } from '../../event-store';

interface ModelStream {
  ids: string[];
  /** Newest revision at the time the stream was deleted. */
  deletedThrough: number;
}

export type ModelOutcome = bigint | 'deleted' | { actual: bigint | 'no_stream' };

/** Reference model of the results of appends: as simple as possible and without concurrency. */
export class ModelStore {
  private readonly streams = new Map<string, ModelStream>();

  exists(streamId: string): boolean {
    const { ids, deletedThrough } = this.stream(streamId);
    return ids.length - 1 > deletedThrough;
  }

  delete(streamId: string): void {
    const stream = this.stream(streamId);
    stream.deletedThrough = stream.ids.length - 1;
  }

  append(streamId: string, ids: string[], expected: ExpectedRevision): ModelOutcome {
    const stream = this.stream(streamId);
    if (expected === 'stream_exists' && stream.ids.length > 0 && !this.exists(streamId)) return 'deleted';
    const repeated = this.repeatedAt(stream, ids);
    if (repeated !== null && this.wasExpected(stream, expected, repeated)) return BigInt(repeated + ids.length - 1);
    const isKnown = ids.some((id) => stream.ids.includes(id));
    if (isKnown || !this.holds(streamId, stream, expected)) {
      return { actual: stream.ids.length === 0 ? 'no_stream' : BigInt(stream.ids.length - 1) };
    }
    stream.ids.push(...ids);
    return BigInt(stream.ids.length - 1);
  }

  private stream(streamId: string): ModelStream {
    const stream = this.streams.get(streamId) ?? { ids: [], deletedThrough: -1 };
    this.streams.set(streamId, stream);
    return stream;
  }

  private holds(streamId: string, { ids }: ModelStream, expected: ExpectedRevision): boolean {
    if (expected === 'any') return true;
    if (expected === 'no_stream') return !this.exists(streamId);
    return expected === 'stream_exists' ? this.exists(streamId) : expected === BigInt(ids.length - 1);
  }

  /** Returns the index from which on the stream has exactly these ids; null if there is none. */
  private repeatedAt({ ids: known }: ModelStream, ids: string[]): number | null {
    const start = known.indexOf(ids[0] ?? '');
    return start >= 0 && ids.every((id, index) => known[start + index] === id) ? start : null;
  }

  private wasExpected({ deletedThrough }: ModelStream, expected: ExpectedRevision, start: number): boolean {
    if (expected === 'any' || expected === 'stream_exists') return true;
    if (expected === 'no_stream') return start === 0 || start === deletedThrough + 1;
    return expected === BigInt(start - 1);
  }
}
