import { Inject, Injectable } from '@nestjs/common';
import type { ProviderCall, RunText } from '@storyreel/contracts';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { EVENT_STORE, StreamNotFound } from '../../eventsourcing/event-store/event-store';
import type { EventStore } from '../../eventsourcing/event-store/event-store';
import { projectAggregate } from '../../projects/storyboard';
import type { SceneState, SceneTexts } from '../../projects/storyboard';
import type { RunRow } from '../views/run.view';

/**
 * Events that a text's row does not list are appended while the text is requested; this limits how far back they are
 * searched.
 */
const LOOK_BACK = 2_000;

/** Reads a run's events from the log. */
@Injectable()
export class RunEvents {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  /** Returns the events in log order. */
  async of(row: RunRow): Promise<RecordedEvent[]> {
    const events = (await Promise.all(row.events.map((ref) => this.one(ref.stream, BigInt(ref.revision))))).flat();
    const beside = row.kind === 'text' ? await Promise.all([this.written(row), this.takenUp(row)]) : [];
    return [...events, ...beside.flat()].sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  private async one(stream: string, revision: bigint): Promise<RecordedEvent[]> {
    return this.take(this.store.readStream(stream, { from: revision, limit: 1 }), () => true);
  }

  private async written(row: RunRow): Promise<RecordedEvent[]> {
    return row.projectId === null ? [] : this.ofHold(row, streamOf(projectAggregate.category, row.projectId));
  }

  /** Finds the event by which a worker started writing a story, which waits in a queue. */
  private async takenUp(row: RunRow): Promise<RecordedEvent[]> {
    if (row.streamId === null || row.operation !== 'write_story') return [];
    return this.ofHold(row, row.streamId, ({ type }) => type === 'StoryWritingStarted');
  }

  /** Finds a stream's events of the run by its hold. */
  private async ofHold(
    { holdId, position }: RunRow,
    stream: string,
    wanted: (event: RecordedEvent) => boolean = () => true,
  ): Promise<RecordedEvent[]> {
    if (holdId === null) return [];
    const newest = this.store.readStream(stream, { from: 'end', direction: 'backwards', limit: LOOK_BACK });
    return this.take(
      newest,
      (event) => (event.data as { holdId?: string } | null)?.holdId === holdId && wanted(event),
      (event) => event.position < position,
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

/** Maps fields of a provider's answer to fields of the scene. */
const FIELDS = {
  description: 'description',
  imagePrompt: 'imagePrompt',
  enhancedPrompt: 'imagePrompt',
  videoPrompt: 'videoPrompt',
} as const;
type Answered = keyof typeof FIELDS;
const isField = (name: string): name is Answered => Object.hasOwn(FIELDS, name);

const answerIn = (events: readonly RecordedEvent[]): [string, string][] => {
  const done = events.findLast(({ type }) => type === 'TextAnswered');
  const { answer = {} } = (done?.data ?? {}) as { answer?: Record<string, unknown> };
  return Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
};

/** Returns the texts that the scene can take over; null without any. */
export function sceneTextsIn(events: readonly RecordedEvent[]): SceneTexts | null {
  const texts = answerIn(events).flatMap(([name, text]) => (isField(name) ? [[FIELDS[name], text] as const] : []));
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

/** Returns the texts written, and whether the scene still has them unchanged. */
export function textsOf(
  events: readonly RecordedEvent[],
  { scene, calls }: { scene: SceneState | null; calls: readonly ProviderCall[] },
): RunText[] {
  const texts = answerIn(events).map(([name, text]): RunText => {
    if (scene === null || !isField(name)) return { name, text, inScene: null };
    return { name: FIELDS[name], text, inScene: scene[FIELDS[name]] === text };
  });
  const split = calls.findLast(({ operation, answer }) => operation === 'splitStory' && answer !== null);
  if (!split) return texts;
  const { scenes = [] } = split.answer as { scenes?: { title: string }[] };
  return [...texts, { name: 'scenes', text: scenes.map(({ title }) => title).join('\n'), inScene: null }];
}
