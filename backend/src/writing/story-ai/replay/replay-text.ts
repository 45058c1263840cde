import type { ProviderCall } from '@storyreel/contracts';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import { isOneOf } from '../../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import { refusable, refusableAs } from '../../../eventsourcing/refusals/refusals';
import type { Refusable } from '../../../eventsourcing/refusals/refusals';
import type { ReplayStore } from '../../../eventsourcing/replay/replay-store';
import { projectAggregate, type ProjectEventOf, type ProjectState } from '../../../projects/storyboard';
import {
  composeAbridged,
  composeContinuity,
  composeDescription,
  composeEnhanced,
  composePost,
  composeVideoPrompt,
} from '../domain/compose-texts';
import { decideReplaceScenes, decideWriteSceneTexts, ReplaceScenes, WriteSceneTexts } from '../domain/scene-texts';
import { AskStory, decideAskStory } from '../domain/story-steps';
import { StoryReplay, type StoryStep } from './replay-story';
import {
  ASK_TEXT,
  decideAnswer,
  decideAsk,
  decideTextFailed,
  endOfTry,
  type TextAnswer,
  type TextStreamEvent,
  textWorkAggregate,
  type TextWorkEvent,
  type TextWorkState,
} from '../domain/text-work';

type Written = ProjectEventOf<'ScenesReplaced' | 'SceneDescribed' | 'ScenePromptWritten'>;
type Step = RecordedEvent & (TextWorkEvent | Written | StoryStep);

const isWritten = isOneOf<Written>(['ScenesReplaced', 'SceneDescribed', 'ScenePromptWritten']);
const isAsked = isOneOf<Extract<TextWorkEvent, { type: 'TextAsked' }>>(['TextAsked']);

/** Replays the events of one request for a text. */
export class TextReplay {
  /** True once an answer was taken from the events, because its call is not recorded in full. */
  trustedEvents = false;
  private readonly stories: StoryReplay;

  constructor(
    private readonly store: ReplayStore,
    private readonly steps: readonly RecordedEvent[],
    private readonly calls: readonly ProviderCall[],
  ) {
    this.stories = new StoryReplay(store, steps, (of) => this.callOf(of));
  }

  async decide(event: RecordedEvent): Promise<void> {
    const step = event as Step;
    if (this.stories.isOf(step)) return this.stories.decide(step);
    switch (step.type) {
      case 'TextAsked':
      case 'TextAnswered':
      case 'TextFailed':
        return this.decideText(step);
      case 'ScenesReplaced':
      case 'SceneDescribed':
      case 'ScenePromptWritten':
        return this.decideWritten(step);
      default:
        return this.stories.decide(step);
    }
  }

  private async decideText(step: RecordedEvent & TextWorkEvent): Promise<void> {
    const workId = idOfStream(step.streamId);
    await this.store.execute(textWorkAggregate, workId, step.metadata, (state, environment) => {
      if (step.type === 'TextAsked') return decideAsk(step.data, state, environment);
      const { requestId, holdId, calls } = step.data;
      const of = { requestId, holdId };
      const call = this.callOf(step.data);
      if (step.type === 'TextFailed') {
        return decideTextFailed(state, of, call?.error?.message ?? step.data.error, calls);
      }
      const { answer, usd } = this.answerOf(step.data, call);
      return decideAnswer(state, of, { answer, usd, calls });
    });
  }

  private async decideWritten(step: RecordedEvent & Written): Promise<void> {
    const asked = this.steps.filter(isAsked).find(({ data }) => data.holdId === step.data.holdId);
    if (!asked) return;
    const work = await this.store.load(textWorkAggregate, idOfStream(asked.streamId));
    const request = work.requests[asked.data.requestId];
    if (!request) return;
    const until = endOfTry(request);
    const projectId = idOfStream(step.streamId);
    const call = this.callOf({ ...request, holdId: step.data.holdId });
    await this.store.execute(projectAggregate, projectId, step.metadata, (state, environment) => {
      if (step.type === 'ScenesReplaced') {
        const scenes = this.splitOf(step, call);
        const data = { holdId: step.data.holdId, scenes, until };
        return decideReplaceScenes(new ReplaceScenes(projectId, data, step.metadata), state, environment);
      }
      const written = this.writtenOf(step, call, state);
      return decideWriteSceneTexts(
        new WriteSceneTexts(projectId, { written, until }, step.metadata),
        state,
        environment,
      );
    });
  }

  /** Returns the newest call of the attempt for which a hold pays; null when that call is not recorded in full. */
  private callOf({ holdId }: { holdId: string }): ProviderCall | null {
    const number = this.steps.filter(isAsked).findIndex(({ data }) => data.holdId === holdId) + 1;
    const call = this.calls.findLast(({ attempt }) => attempt === number) ?? null;
    const isWhole = call !== null && !call.cut && call.error?.type !== 'Unfinished';
    if (!isWhole) this.trustedEvents = true;
    return isWhole ? call : null;
  }

  private splitOf(step: ProjectEventOf<'ScenesReplaced'>, call: ProviderCall | null) {
    const told = step.data.scenes.map(({ title, sourceText }) => ({ title, text: sourceText }));
    return call && !call.error ? (call.answer as { scenes: typeof told }).scenes : told;
  }

  private writtenOf(
    step: ProjectEventOf<'SceneDescribed' | 'ScenePromptWritten'>,
    call: ProviderCall | null,
    { fields, scenes }: ProjectState,
  ): ProjectEventOf<'SceneDescribed' | 'ScenePromptWritten'> {
    const { type, data } = step;
    if (!call || call.error) return { type, data } as typeof step;
    const style = styleOf(call);
    if (type === 'SceneDescribed') {
      const { sceneId, holdId } = data;
      const texts = composeDescription(call.answer as Parameters<typeof composeDescription>[0], style, fields);
      return { type, data: { sceneId, ...texts, holdId } };
    }
    const { sceneId, field, holdId } = data;
    const value =
      field === 'videoPrompt'
        ? composeVideoPrompt(call.answer as { videoPrompt: string })
        : composeEnhanced(call.answer as { enhancedPrompt: string }, scenes[sceneId]?.imagePrompt ?? '', style);
    return { type, data: { sceneId, field, value, holdId } };
  }

  /**
   * Returns the answer composed from the written texts, or from the provider's answer if no texts were written; without
   * a recorded call, returns the recorded answer.
   */
  private answerOf(
    recorded: { answer: TextAnswer; usd: number; holdId: string },
    call: ProviderCall | null,
  ): { answer: TextAnswer; usd: number } {
    if (!call || call.error) return recorded;
    const { usd } = (call.answer as { usage: { usd: number } }).usage;
    return { answer: this.composed(call, recorded), usd };
  }

  private composed(call: ProviderCall, { answer, holdId }: { answer: TextAnswer; holdId: string }): TextAnswer {
    const written = this.steps.filter(isWritten).find(({ data }) => data.holdId === holdId);
    switch (call.operation) {
      case 'splitStory':
        return { sceneCount: (call.answer as { scenes: unknown[] }).scenes.length };
      case 'abridgeStory':
        return composeAbridged(call.answer as { story: string });
      case 'continuity':
        return composeContinuity(call.answer as Parameters<typeof composeContinuity>[0]);
      case 'postDescription': {
        const { platforms } = call.request as { platforms: string[] };
        return composePost(call.answer as { description: string }, platforms);
      }
      case 'describeScene': {
        if (written?.type !== 'SceneDescribed') return answer;
        const { description, imagePrompt, videoPrompt } = written.data;
        return { description, imagePrompt, videoPrompt };
      }
      default: {
        if (written?.type !== 'ScenePromptWritten') return answer;
        const { field, value } = written.data;
        return field === 'videoPrompt' ? { videoPrompt: value } : { enhancedPrompt: value };
      }
    }
  }
}

const styleOf = ({ request }: ProviderCall): string | null =>
  (request as { styleAttributes?: string | null }).styleAttributes ?? null;

/** Decisions about texts whose refusals are recorded. */
export const textRefusals: Refusable[] = [
  refusableAs<Parameters<typeof decideAsk>[0], TextWorkState, TextStreamEvent>(
    ASK_TEXT,
    textWorkAggregate,
    ({ data }, state, environment) => decideAsk(data, state, environment),
  ),
  refusable(AskStory, textWorkAggregate, ({ data: { of, wish } }, state) => decideAskStory(state, of, wish)),
];
