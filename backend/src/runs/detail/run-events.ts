import { Injectable } from '@nestjs/common';
import type { ProviderCall, RecordedCalls, RunText } from '@storyreel/contracts';
import { streamOf } from '../../eventsourcing/domain/aggregate';
import { isOneOf, textIn, toRecorded } from '../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { EventStore, StreamNotFound } from '../../eventsourcing/event-store/event-store';
import { isJobEvent, isStep, projectAggregate } from '../../projects/storyboard';
import type { ProjectEvent, SceneState, SceneTexts, WithCalls } from '../../projects/storyboard';
import type { TextStreamEvent, TextWorkEvent } from '../../writing/story-ai';
import type { FoldedEvent, RunRow } from '../views/run.view';

/** An event of a run: one that its row refers to, or another with its hold. */
export type EventOfRun = RecordedEvent<FoldedEvent | ProjectEvent | TextStreamEvent>;

/**
 * Maximum number of events searched: a text run's row does not list all of its events, and the missing ones were
 * appended while the text was requested.
 */
const LOOK_BACK = 2_000;

/** Reads a run's events from the log. */
@Injectable()
export class RunEvents {
  constructor(private readonly store: EventStore) {}

  /** Returns the run's events in log order. */
  async of(row: RunRow): Promise<EventOfRun[]> {
    const events = (await Promise.all(row.events.map((ref) => this.one(ref.stream, BigInt(ref.revision))))).flat();
    const beside = row.kind === 'text' ? await Promise.all([this.written(row), this.takenUp(row)]) : [];
    return [...events, ...beside.flat()].sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  private async one(stream: string, revision: bigint): Promise<EventOfRun[]> {
    return this.take(this.store.readStream(stream, { from: revision, limit: 1 }), () => true);
  }

  private async written(row: RunRow): Promise<EventOfRun[]> {
    return row.projectId === null ? [] : this.ofHold(row, streamOf(projectAggregate.category, row.projectId));
  }

  /** Finds the event with which a worker began to write a story; stories wait in a queue before that. */
  private async takenUp(row: RunRow): Promise<EventOfRun[]> {
    if (row.streamId === null || row.operation !== 'write_story') return [];
    return this.ofHold(row, row.streamId, ({ type }) => type === 'StoryWritingStarted');
  }

  /** Finds the events of a stream that belong to the run, by the run's hold. */
  private async ofHold(
    { holdId, position }: RunRow,
    stream: string,
    wanted: (event: EventOfRun) => boolean = () => true,
  ): Promise<EventOfRun[]> {
    if (holdId === null) return [];
    const newest = this.store.readStream(stream, { from: 'end', direction: 'backwards', limit: LOOK_BACK });
    return this.take(
      newest,
      (event) => textIn(event, 'holdId') === holdId && wanted(event),
      (event) => event.position < position,
    );
  }

  private async take(
    source: AsyncIterable<Parameters<typeof toRecorded>[0]>,
    wanted: (event: EventOfRun) => boolean,
    ends: (event: EventOfRun) => boolean = () => false,
  ): Promise<EventOfRun[]> {
    const found: EventOfRun[] = [];
    try {
      for await (const stored of source) {
        const event = toRecorded(stored) as EventOfRun;
        if (ends(event)) break;
        if (wanted(event)) found.push(event);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    return found;
  }
}

const isAnswered = isOneOf<Exclude<TextWorkEvent, { type: 'TextAsked' }>>(['TextAnswered', 'TextFailed']);
/** Narrows an event to the types that may refer to a recording of provider calls. */
const isRecorded = (event: RecordedEvent): event is RecordedEvent & { data: WithCalls } =>
  isAnswered(event) || (isJobEvent(event) && !isStep(event, 'Queued') && !isStep(event, 'Started'));

/** Returns the references to the recorded provider calls. */
export const recordedIn = (events: readonly RecordedEvent[]): RecordedCalls[] =>
  events.flatMap((event) => (isRecorded(event) ? (event.data.calls ?? []) : []));

/** Fields of a scene by the fields of a provider's answer. */
const FIELDS = {
  description: 'description',
  imagePrompt: 'imagePrompt',
  enhancedPrompt: 'imagePrompt',
  videoPrompt: 'videoPrompt',
} as const;
type Answered = keyof typeof FIELDS;
const isField = (name: string): name is Answered => Object.hasOwn(FIELDS, name);

const answerIn = (events: readonly EventOfRun[]): [string, string][] => {
  const answer = events.findLast((event) => event.type === 'TextAnswered')?.data.answer ?? {};
  return Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
};

/** Returns the texts in a run's answer that its scene can take over; null if there are none. */
export function sceneTextsIn(events: readonly EventOfRun[]): SceneTexts | null {
  const texts = answerIn(events).flatMap(([name, text]) => (isField(name) ? [[FIELDS[name], text] as const] : []));
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

/** Returns the texts that a run wrote, and whether the scene still has them unchanged. */
export function textsOf(
  events: readonly EventOfRun[],
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
