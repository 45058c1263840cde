import { Inject, Injectable } from '@nestjs/common';
import { type RunAgainRequest, TEXT_OPERATIONS, textPrice, type TextOperation, toZaps } from '@storyreel/contracts';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { DomainError } from '../platform/domain/domain-error';
import type { TextCall, TextProvider, TextUsage } from '../providers/text/text-provider';
import { ownProject, ownScene, projectAggregate, type ProjectState } from '../storyboard';
import {
  composeContinuity,
  composeDescription,
  composeEnhanced,
  composePost,
  composeVideoPrompt,
} from './domain/compose-texts';
import type { TextAnswer } from './domain/text-work';
import { PaidText } from './paid-text';
import { editedQuestion, type RecordedQuestion } from './recorded-question';

interface TextAskedAgain {
  payerId: string;
  parentRunId: string;
  /** Of the price book. */
  operation: string | null;
  projectId: string | null;
  sceneId: string | null;
  sceneOwnerId: string;
}

type Asking = (question: never, call: TextCall) => Promise<{ usage: TextUsage }>;
type Composing = (written: never, about: About) => TextAnswer;
interface About {
  question: Record<string, unknown>;
  /** Null for a text that belongs to no project. */
  state: ProjectState | null;
  sceneId: string | null;
}

const styleOf = ({ question }: About): string | null => (question.styleAttributes as string | null) ?? null;
const NO_FIELDS = { characters: '', imageUrl: null };

/** What a provider is asked again, and what becomes of its words, as they would be written. */
const AGAIN: Record<string, { ask: (text: TextProvider) => Asking; compose: Composing }> = {
  splitStory: {
    ask: (text) => (question, call) => text.splitStory(question, call),
    compose: ({ scenes }: { scenes: unknown[] }) => ({ sceneCount: scenes.length }),
  },
  describeScene: {
    ask: (text) => (question, call) => text.describeScene(question, call),
    compose: (texts: Parameters<typeof composeDescription>[0], about) =>
      composeDescription(texts, styleOf(about), about.state?.fields ?? NO_FIELDS),
  },
  enhancePrompt: {
    ask: (text) => (question, call) => text.enhancePrompt(question, call),
    compose: (written: { enhancedPrompt: string }, about) => {
      const scene = about.state?.scenes[about.sceneId ?? ''];
      return { enhancedPrompt: composeEnhanced(written, scene?.imagePrompt ?? '', styleOf(about)) };
    },
  },
  videoPrompt: {
    ask: (text) => (question, call) => text.videoPrompt(question, call),
    compose: (written: { videoPrompt: string }) => ({ videoPrompt: composeVideoPrompt(written) }),
  },
  continuity: {
    ask: (text) => (question, call) => text.continuity(question, call),
    compose: (written: Parameters<typeof composeContinuity>[0]) => composeContinuity(written),
  },
  postDescription: {
    ask: (text) => (question, call) => text.postDescription(question, call),
    compose: (written: { description: string }, { question }) => composePost(written, question.platforms as string[]),
  },
};

const isText = (operation: string | null): operation is TextOperation =>
  TEXT_OPERATIONS.some((known) => known === operation);

/** Whether `request` would ask for it, as far as that is known of the text itself. */
export const canBeAskedAgain = (operation: string | null, recorded: RecordedQuestion | null): boolean =>
  isText(operation) && recorded !== null && Object.hasOwn(AGAIN, recorded.operation);

/** Asks for a text again, at the expense of whoever asks for it. What comes is written nowhere until it is kept. */
@Injectable()
export class TextReruns {
  constructor(
    @Inject(PaidText) private readonly paidText: PaidText,
    @Inject(AggregateStore) private readonly store: AggregateStore,
  ) {}

  /** @throws DomainError bad_request, not_found, insufficient_zaps, provider_failed, already_in_progress, … */
  async request(
    { payerId: userId, parentRunId, operation, projectId, sceneId, sceneOwnerId }: TextAskedAgain,
    recorded: RecordedQuestion | null,
    { prompt, settings = {} }: Omit<RunAgainRequest, 'idempotencyKey'>,
    { commandId, signal }: { commandId: string; signal: AbortSignal },
  ): Promise<{ runId: string; zaps: number }> {
    if (!recorded) throw new DomainError('bad_request', 'What the text was made from is not recorded.');
    const again = AGAIN[recorded.operation];
    if (!again || !isText(operation)) throw new DomainError('bad_request', 'Work of this kind cannot be run again.');
    if (prompt !== undefined) throw new DomainError('bad_request', 'Texts have no prompt: change their settings.');
    const question = editedQuestion(recorded, settings);
    const state = projectId === null ? null : await this.store.load(projectAggregate, projectId);
    if (state) ownProject(state, { ownerId: sceneOwnerId });
    if (state && sceneId !== null) ownScene(state, sceneId, { ownerId: sceneOwnerId });
    const trial = { parentRunId, sceneOwnerId };
    const about = { userId, operation, projectId, sceneId, commandId, trial };
    const job = { ...about, description: 'A text, run again', input: [parentRunId, question] };
    await this.paidText.run(job, async ({ text, holdId }) => {
      const { usage, ...written } = await again.ask(text)(question as never, { idempotencyKey: holdId, signal });
      return { answer: again.compose(written as never, { question, state, sceneId }), usage };
    });
    return { runId: commandId, zaps: toZaps(textPrice(1).units) };
  }
}
