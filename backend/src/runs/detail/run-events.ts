import { Inject, Injectable } from '@nestjs/common';
import { streamOf } from '../../platform/domain/aggregate';
import { type RecordedEvent, toRecorded } from '../../platform/domain/domain-event';
import { EVENT_STORE, type EventStore, StreamNotFound } from '../../platform/event-store/event-store';
import { projectAggregate } from '../../storyboard';
import type { RunRow } from '../views/run.view';

/** A text's words are written into its project while it is being asked for; how far back they are looked for. */
const LOOK_BACK = 2_000;

/** The events of a run as they were appended, read from the log itself. */
@Injectable()
export class RunEvents {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** In the order of the log. */
  async of(row: RunRow): Promise<RecordedEvent[]> {
    const events = (await Promise.all(row.events.map((ref) => this.one(ref.stream, BigInt(ref.revision))))).flat();
    const written = row.kind === 'text' ? await this.written(row) : [];
    return [...events, ...written].sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  private async one(stream: string, revision: bigint): Promise<RecordedEvent[]> {
    return this.take(this.store.readStream(stream, { from: revision, limit: 1 }), () => true);
  }

  private async written({ projectId, holdId, requestedAt }: RunRow): Promise<RecordedEvent[]> {
    if (projectId === null || holdId === null) return [];
    const stream = streamOf(projectAggregate.category, projectId);
    const newest = this.store.readStream(stream, { from: 'end', direction: 'backwards', limit: LOOK_BACK });
    return this.take(
      newest,
      ({ data }) => (data as { holdId?: string } | null)?.holdId === holdId,
      ({ metadata }) => metadata.at < requestedAt,
    );
  }

  private async take(
    source: AsyncIterable<Parameters<typeof toRecorded>[0]>,
    wanted: (event: RecordedEvent) => boolean,
    ends: (event: RecordedEvent) => boolean = () => false,
  ): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    try {
      for await (const stored of source) {
        const event = toRecorded(stored);
        if (ends(event)) break;
        if (wanted(event)) found.push(event);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return found;
  }
}
