import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type RecordedCalls, type RecordingPart, recordingPartSchema, type RunRecording } from '@storyreel/contracts';
import type { MediaStore } from '../../platform/storage';
import { RECORDING_BYTES } from './run-recordings';

export const NOT_RECORDED: RunRecording = { state: 'not_recorded', calls: [], omitted: 0, bytes: 0 };

/** Reads recordings that the events of a run name. */
export class RecordingReader {
  constructor(private readonly media: Pick<MediaStore, 'open'>) {}

  /** @param parts as the run's events name them; one that is named twice is read once */
  async read(ownerId: string, parts: readonly RecordedCalls[]): Promise<RunRecording> {
    const distinct = [...new Map(parts.map((part) => [part.key, part])).values()];
    if (distinct.length === 0) return NOT_RECORDED;
    const recording: RunRecording = { ...NOT_RECORDED, state: 'recorded' };
    for (const part of distinct) {
      const found = await this.part(ownerId, part);
      if (typeof found === 'string') return { ...NOT_RECORDED, state: found };
      recording.calls = [...recording.calls, ...found.calls];
      recording.omitted += found.omitted;
      recording.bytes += part.bytes;
    }
    // Stable: calls that began at the same time stay in the order in which they were stored.
    recording.calls = recording.calls.toSorted((a, b) =>
      a.startedAt < b.startedAt ? -1 : Number(a.startedAt > b.startedAt),
    );
    return recording;
  }

  private async part(ownerId: string, { key, hash }: RecordedCalls): Promise<RecordingPart | 'gone' | 'damaged'> {
    const opened = await this.media.open(key, ownerId);
    if (!opened) return 'gone';
    if (opened.object.size > RECORDING_BYTES || (await opened.check()) !== null) return 'damaged';
    const bytes = await buffer(await opened.read());
    if (createHash('sha256').update(bytes).digest('hex') !== hash) return 'damaged';
    return recordingPartSchema.parse(JSON.parse(bytes.toString('utf8')));
  }
}
