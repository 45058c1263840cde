import type { ProviderCall } from '@storyreel/contracts';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import { isOneOf } from '../../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { ReplayStore } from '../../../eventsourcing/replay/replay-store';
import { projectAggregate, type ProjectEventOf } from '../../../projects/storyboard';
import type { StoryEvent, StoryTry } from '../domain/text-work';
import {
  decideAskStory,
  decideAnswerStory,
  decideDismissStory,
  decideEndStory,
  decideFailStory,
  decideGrowStory,
  decideStartStory,
  decideStopStory,
} from '../domain/story-steps';
import { textWorkAggregate, type TextStreamEvent, type TextWorkEvent, type TextWorkState } from '../domain/text-work';
import { decideUseStory, storyHash, UseStory } from '../domain/use-story';

export type StoryStep = StoryEvent | ProjectEventOf<'StoryWritten'>;
type Step = RecordedEvent & (StoryStep | TextWorkEvent);
type StoryEventOf<Type extends StoryEvent['type']> = Extract<StoryEvent, { type: Type }>;
type Asked = StoryEventOf<'StoryAsked'>['data'];

/** Replays the events of a story. Its request and its text are decided together. */
export class StoryReplay {
  private readonly asked: Asked | undefined;
  private readonly ended: StoryEventOf<'StoryEnded'>['data'] | undefined;

  constructor(
    private readonly store: ReplayStore,
    private readonly steps: readonly RecordedEvent[],
    private readonly callOf: (of: { holdId: string }) => ProviderCall | null,
  ) {
    this.asked = steps.find(isOneOf<StoryEventOf<'StoryAsked'>>(['StoryAsked']))?.data;
    this.ended = steps.find(isOneOf<StoryEventOf<'StoryEnded'>>(['StoryEnded']))?.data;
  }

  isOf({ type }: RecordedEvent): boolean {
    return this.asked !== undefined && (type.startsWith('Text') || type.startsWith('Story'));
  }

  async decide(event: RecordedEvent): Promise<void> {
    const step = event as Step;
    if (step.type === 'StoryWritten') return this.decideWritten(step);
    await this.store.execute(textWorkAggregate, idOfStream(step.streamId), step.metadata, (state) =>
      this.decided(step, state),
    );
  }

  private decided(step: Step, state: TextWorkState): TextStreamEvent[] {
    const { asked } = this;
    if (!asked) return [];
    const of: StoryTry = { requestId: asked.requestId, holdId: asked.holdId, projectId: asked.projectId };
    switch (step.type) {
      case 'TextAsked':
      case 'StoryAsked':
        return decideAskStory(state, of, { ...wishOf(asked), requestHash: this.requestHash() });
      case 'StoryWritingStarted':
        return decideStartStory(state, of, step.data.provider);
      case 'StoryGrew':
        return decideGrowStory(state, of, this.grown(step.data));
      case 'TextAnswered':
        return decideAnswerStory(state, of, { offset: state.story?.written ?? 0, text: '' }, this.answerOf(step.data));
      case 'TextFailed':
      case 'StoryEnded':
        return this.decideEnd(state, of, step);
      case 'StoryDismissed':
        return decideDismissStory(state, asked.requestId);
      default:
        return [];
    }
  }

  private decideEnd(
    state: TextWorkState,
    of: StoryTry,
    { data }: Extract<Step, { type: 'TextFailed' | 'StoryEnded' }>,
  ): TextStreamEvent[] {
    if (this.ended?.status === 'stopped') return decideStopStory(state, of.requestId);
    if (this.ended?.status === 'complete') return decideEndStory(state, of);
    return decideFailStory(state, of, this.ended?.error ?? data.error ?? '', 'calls' in data ? data.calls : undefined);
  }

  /** Returns the added text as the recorded call has it, or the event's text when no call is recorded. */
  private grown({ offset, text, holdId }: { offset: number; text: string; holdId: string }) {
    const call = this.callOf({ holdId });
    const answer = call && !call.error ? (call.answer as { text: string }).text : null;
    return { offset, text: answer?.slice(offset, offset + text.length) ?? text };
  }

  private answerOf({ holdId, usd, calls }: Extract<TextWorkEvent, { type: 'TextAnswered' }>['data']) {
    const call = this.callOf({ holdId });
    return call && !call.error ? { ...(call.answer as { usage: { usd: number } }).usage, calls } : { usd, calls };
  }

  /** Replays the use of a story, either by the worker or later by the creator. */
  private async decideWritten(step: RecordedEvent & ProjectEventOf<'StoryWritten'>): Promise<void> {
    const projectId = idOfStream(step.streamId);
    const { draftId, holdId, story, before } = step.data;
    const data = { draftId, holdId, story: this.whole() ?? story, insteadOf: storyHash(before) };
    await this.store.execute(projectAggregate, projectId, step.metadata, (state, environment) =>
      decideUseStory(new UseStory(projectId, data, step.metadata), state, environment),
    );
  }

  /** Returns the text added since writing last began; null when writing has never begun. */
  private whole(): string | null {
    const begun = this.steps.findLastIndex(({ type }) => type === 'StoryWritingStarted');
    if (begun === -1) return null;
    const parts = this.steps.slice(begun).filter(isOneOf<StoryEventOf<'StoryGrew'>>(['StoryGrew']));
    return parts.map(({ data }) => data.text).join('');
  }

  private requestHash(): string {
    return this.steps.find(isRequest)?.data.requestHash ?? '';
  }
}

const isRequest = isOneOf<Extract<TextWorkEvent, { type: 'TextAsked' }>>(['TextAsked']);
const wishOf = ({ idea, tone, length, basedOn }: Asked) => ({ idea, tone, length, basedOn });
