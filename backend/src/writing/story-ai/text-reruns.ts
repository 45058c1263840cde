import { Injectable } from '@nestjs/common';
import { heldPrice, TEXT_OPERATIONS, textPrice, toZaps } from '@storyreel/contracts';
import type { ProviderCall, RunAgainRequest, TextOperation } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { TextCall, TextProvider, TextUsage } from '../../integrations/ports/text-provider';
import { DomainError } from '../../lib/domain-error';
import { ownProject, ownScene, projectAggregate } from '../../projects/storyboard';
import type { ProjectState } from '../../projects/storyboard';
import {
  composeAbridged,
  composeContinuity,
  composeDescription,
  composeEnhanced,
  composePost,
  composeVideoPrompt,
} from './domain/compose-texts';
import type { TextAnswer } from './domain/text-work';
import { PaidText } from './paid-text';

/** A recorded question to a text model: the provider's operation and its parameters. */
export interface RecordedQuestion {
  operation: string;
  question: Record<string, unknown>;
}

/** Returns the question of the newest call that is recorded in full; null when there is none. */
export function questionIn(calls: readonly ProviderCall[]): RecordedQuestion | null {
  const call = calls.findLast(({ cut, request }) => !cut && typeof request === 'object' && request !== null);
  return call ? { operation: call.operation, question: call.request as Record<string, unknown> } : null;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the question's texts and numbers by name; nested names are joined as in 'scene.title', and null becomes ''.
 */
export const inputsOf = ({ question }: RecordedQuestion): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(question).flatMap(([name, value]): [string, string | number][] => {
      if (isGroup(value)) {
        const inner = inputsOf({ operation: '', question: value });
        return Object.entries(inner).map(([part, words]) => [`${name}.${part}`, words]);
      }
      if (value === null) return [[name, '']];
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );

/**
 * Returns the question with edited values.
 * @throws DomainError bad_request for a name or type that the question does not have
 */
function editedQuestion(recorded: RecordedQuestion, edits: Record<string, unknown>): Record<string, unknown> {
  const known = inputsOf(recorded);
  const question = structuredClone(recorded.question);
  for (const [name, value] of Object.entries(edits)) {
    if (!Object.hasOwn(known, name) || typeof known[name] !== typeof value) {
      throw new DomainError('bad_request', `The text has no words '${name}' to change.`);
    }
    const [first = '', second] = name.split('.');
    const group = second === undefined ? question : (question[first] as Record<string, unknown>);
    const last = second ?? first;
    // A value that was recorded as null, such as a missing style, becomes null again when it is emptied.
    group[last] = value === '' && group[last] === null ? null : value;
  }
  return question;
}

interface TextAskedAgain {
  payerId: string;
  /** Id of the user who requests the text. */
  askedBy: string;
  parentRunId: string;
  /** The operation's name in the price book. */
  operation: string | null;
  projectId: string | null;
  sceneId: string | null;
  sceneOwnerId: string;
}

type Asking = (question: never, call: TextCall) => Promise<{ usage: TextUsage }>;
type Composing = (written: never, about: About) => TextAnswer;
interface About {
  question: Record<string, unknown>;
  /** The project; null for a text without a project. */
  state: ProjectState | null;
  sceneId: string | null;
}

const styleOf = ({ question }: About): string | null => (question.styleAttributes as string | null) ?? null;
const NO_FIELDS = { characters: '', imageUrl: null };

/** Reruns by the provider's operation: `ask` repeats the request, and `compose` makes the answer from its result. */
const AGAIN: Record<string, { ask: (text: TextProvider) => Asking; compose: Composing }> = {
  splitStory: {
    ask: (text) => (question, call) => text.splitStory(question, call),
    compose: ({ scenes }: { scenes: unknown[] }) => ({ sceneCount: scenes.length }),
  },
  abridgeStory: {
    ask: (text) => (question, call) => text.abridgeStory(question, call),
    compose: (written: { story: string }) => composeAbridged(written),
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

/** Tells whether `request` would accept the text, judged by the text alone. */
export const canBeAskedAgain = (operation: string | null, recorded: RecordedQuestion | null): boolean =>
  isText(operation) && recorded !== null && Object.hasOwn(AGAIN, recorded.operation);

/**
 * Reruns a text at the expense of the requesting user or of the installation. The result is stored in no scene or
 * project until it is kept.
 */
@Injectable()
export class TextReruns {
  constructor(
    private readonly paidText: PaidText,
    private readonly store: AggregateStore,
  ) {}

  /** @throws DomainError bad_request, not_found, insufficient_zaps, provider_failed, already_in_progress, … */
  async request(
    { payerId: userId, askedBy, parentRunId, operation, projectId, sceneId, sceneOwnerId }: TextAskedAgain,
    recorded: RecordedQuestion | null,
    { prompt, settings = {} }: Omit<RunAgainRequest, 'idempotencyKey'>,
    { commandId, signal }: { commandId: string; signal: AbortSignal },
  ): Promise<{ runId: string; zaps: number }> {
    if (!recorded) throw new DomainError('bad_request', 'The inputs of the text are not recorded.');
    const again = AGAIN[recorded.operation];
    if (!again || !isText(operation)) throw new DomainError('bad_request', 'Work of this kind cannot be run again.');
    if (prompt !== undefined) throw new DomainError('bad_request', 'Texts have no prompt: change their settings.');
    const question = editedQuestion(recorded, settings);
    const state = projectId === null ? null : await this.store.load(projectAggregate, projectId);
    if (state) ownProject(state, { ownerId: sceneOwnerId });
    if (state && sceneId !== null) ownScene(state, sceneId, { ownerId: sceneOwnerId });
    const trial = { parentRunId, sceneOwnerId };
    const about = { userId, askedBy, operation, projectId, sceneId, commandId, trial };
    const job = { ...about, description: 'A text, run again', input: [parentRunId, question] };
    await this.paidText.run(job, async ({ text, holdId }) => {
      const { usage, ...written } = await again.ask(text)(question as never, { idempotencyKey: holdId, signal });
      return { answer: again.compose(written as never, { question, state, sceneId }), usage };
    });
    return { runId: commandId, zaps: toZaps(heldPrice(textPrice(1), userId).units) };
  }
}
