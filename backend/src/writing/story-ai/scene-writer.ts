import { Injectable } from '@nestjs/common';
import {
  continuityDetailsOf,
  detectLanguage,
  isBlank,
  languageOfProject,
  splitReference,
  storyWords,
} from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { PostQuestion } from '../../integrations/ports/text-provider';
import { DomainError } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { liveScenes, ownProject, ownScene, projectAggregate, SceneQueries } from '../../projects/storyboard';
import type { ProjectState } from '../../projects/storyboard';
import { attributesOfStyle } from '../../projects/styles';
import {
  composeAbridged,
  composeContinuity,
  composeDescription,
  composeEnhanced,
  composePost,
  composeVideoPrompt,
  continuityFallback,
} from './domain/compose-texts';
import { ReplaceScenes, WriteSceneTexts } from './domain/scene-texts';
import type { TextAnswer } from './domain/text-work';
import { PaidText } from './paid-text';
import type { TextCall, TextCallContext, TextJob } from './paid-text';

interface TextAsk {
  userId: string;
  /** Id of the request; a repeat has the same id. */
  commandId: string;
  /** Aborts the provider call when the client has disconnected. */
  signal?: AbortSignal;
}

/** Set for a batch: the batch's id identifies the request, and the continuity details come from the project. */
interface BatchAsk {
  batchId: string;
}

/** Lets a provider write the texts of a project. */
@Injectable()
export class SceneWriter {
  constructor(
    private readonly paidText: PaidText,
    private readonly scenes: SceneQueries,
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
  ) {}

  /** Replaces all scenes of a project with those of its story. */
  async processStory(
    ask: TextAsk,
    projectId: string,
    maxScenes?: number,
    batch?: BatchAsk,
  ): Promise<{ sceneCount: number }> {
    const job = { ...ask, operation: 'process_story', description: 'Scenes from the story', projectId } as const;
    const request = batch ? { ...job, input: batch, isLeased: true } : { ...job, input: { maxScenes } };
    return this.once({ ...request, sceneId: null }, async (run) => {
      const { fields } = await this.project(ask, projectId);
      const story = storyWords(fields.story);
      if (isBlank(story)) throw new DomainError('bad_request', 'Please write a story first.');
      const language = languageOfProject(fields);
      return run(async (call) => {
        const split = await call.text.splitStory(
          { story, maxScenes, language },
          { idempotencyKey: call.holdId, signal: ask.signal },
        );
        const { scenes } = split;
        const data = { holdId: call.holdId, scenes, until: call.until };
        await this.dispatcher.execute(new ReplaceScenes(projectId, data, this.writing(ask, call)));
        return { answer: { sceneCount: scenes.length }, usage: split.usage };
      });
    });
  }

  /** Returns a shorter story, which the creator can accept or reject; nothing is replaced yet. */
  async abridge(ask: TextAsk, projectId: string, seconds: number): Promise<{ story: string }> {
    const job = { ...ask, operation: 'abridge_story', description: 'A shorter story', projectId } as const;
    return this.once({ ...job, sceneId: null, input: { seconds } }, async (run) => {
      const { fields } = await this.project(ask, projectId);
      const story = storyWords(fields.story);
      if (isBlank(story)) throw new DomainError('bad_request', 'Please write a story first.');
      // A shortened story stays in the story's language, whatever the language of other texts.
      const language = detectLanguage(story);
      return run(async ({ text, holdId }) => {
        const call = { idempotencyKey: holdId, signal: ask.signal };
        const { usage, ...written } = await text.abridgeStory({ story, seconds, language }, call);
        return { answer: composeAbridged(written), usage };
      });
    });
  }

  async describe(
    ask: TextAsk,
    sceneId: string,
    continuityDetails?: string,
    batch?: BatchAsk,
  ): Promise<{ description: string; imagePrompt: string; videoPrompt: string }> {
    const projectId = await this.scenes.projectOf(sceneId, ask.userId);
    const job = { ...ask, operation: 'scene_description', description: 'A scene description', projectId } as const;
    const request = batch ? { ...job, input: batch, isLeased: true } : { ...job, input: continuityDetails };
    return this.once({ ...request, sceneId }, async (run) => {
      const state = await this.project(ask, projectId);
      const scene = ownScene(state, sceneId, { ownerId: ask.userId });
      const { fields } = state;
      const style = await attributesOfStyle(this.store, state.fields.selectedStyle, ask.userId);
      const live = liveScenes(state);
      const question = {
        story: storyWords(fields.story),
        scene: { title: scene.title, text: storyWords(scene.sourceText) || scene.description || scene.title },
        position: live.findIndex(({ id }) => id === sceneId) + 1,
        total: live.length,
        continuityDetails: batch
          ? continuityDetailsOf(fields)
          : continuityDetails?.trim() || continuityFallback(fields.characters),
        styleAttributes: style,
        format: fields.film.format,
        language: languageOfProject(fields),
      };
      return run(async (call) => {
        const { usage, ...texts } = await call.text.describeScene(question, { idempotencyKey: call.holdId });
        const answer = composeDescription(texts, style, fields);
        const data = { sceneId, ...answer, holdId: call.holdId };
        await this.write(ask, projectId, { type: 'SceneDescribed', data }, call);
        return { answer, usage };
      });
    });
  }

  async videoPrompt(ask: TextAsk, sceneId: string): Promise<{ videoPrompt: string }> {
    const projectId = await this.scenes.projectOf(sceneId, ask.userId);
    const job = { ...ask, operation: 'video_prompt', description: 'A video prompt', projectId } as const;
    return this.once({ ...job, sceneId, input: null }, async (run) => {
      const scene = ownScene(await this.project(ask, projectId), sceneId, { ownerId: ask.userId });
      if (isBlank(scene.description)) throw new DomainError('bad_request', 'No scene description available.');
      const question = { description: scene.description, imagePrompt: scene.imagePrompt || null };
      return run(async (call) => {
        const { usage, ...written } = await call.text.videoPrompt(question, { idempotencyKey: call.holdId });
        const value = composeVideoPrompt(written);
        const data = { sceneId, field: 'videoPrompt' as const, value, holdId: call.holdId };
        await this.write(ask, projectId, { type: 'ScenePromptWritten', data }, call);
        return { answer: { videoPrompt: value }, usage };
      });
    });
  }

  async enhancePrompt(ask: TextAsk, sceneId: string): Promise<{ enhancedPrompt: string }> {
    const projectId = await this.scenes.projectOf(sceneId, ask.userId);
    const job = { ...ask, operation: 'enhance_prompt', description: 'An enhanced prompt', projectId } as const;
    return this.once({ ...job, sceneId, input: null }, async (run) => {
      const state = await this.project(ask, projectId);
      const scene = ownScene(state, sceneId, { ownerId: ask.userId });
      if (isBlank(scene.imagePrompt)) throw new DomainError('bad_request', 'Please add an image prompt first.');
      const style = await attributesOfStyle(this.store, state.fields.selectedStyle, ask.userId);
      const { text } = splitReference(scene.imagePrompt);
      const question = { imagePrompt: text, description: scene.description || null, styleAttributes: style };
      return run(async (call) => {
        const hint = { idempotencyKey: call.holdId };
        const { usage, ...written } = await call.text.enhancePrompt(question, hint);
        const value = composeEnhanced(written, scene.imagePrompt, style);
        const data = { sceneId, field: 'imagePrompt' as const, value, holdId: call.holdId };
        await this.write(ask, projectId, { type: 'ScenePromptWritten', data }, call);
        return { answer: { enhancedPrompt: value }, usage };
      });
    });
  }

  /** Returns continuity details without storing them; the caller decides whether to use them. */
  async continuity(
    ask: TextAsk,
    story: string,
    projectId: string | null,
    batch?: BatchAsk,
  ): Promise<{ characters: string; environments: string; props: string }> {
    const job = { ...ask, operation: 'continuity', description: 'Continuity details', projectId } as const;
    const request = batch ? { ...job, input: batch, isLeased: true } : { ...job, input: story };
    return this.once({ ...request, sceneId: null }, async (run) => {
      if (projectId !== null) await this.project(ask, projectId);
      return run(async (call) => {
        const { usage, ...written } = await call.text.continuity(
          { story: storyWords(story) },
          { idempotencyKey: call.holdId, signal: ask.signal },
        );
        return { answer: composeContinuity(written), usage };
      });
    });
  }

  /** Returns the stored answer for a repeated request; otherwise calls `ask`, which checks and runs the work. */
  private async once<Answer extends TextAnswer>(
    job: TextJob,
    ask: (run: (work: TextCall<Answer>) => Promise<Answer>) => Promise<Answer>,
  ): Promise<Answer> {
    const known = await this.paidText.known<Answer>(job);
    return known ?? ask((work) => this.paidText.run(job, work));
  }

  private async project({ userId }: TextAsk, projectId: string): Promise<ProjectState> {
    return ownProject(await this.store.load(projectAggregate, projectId), { ownerId: userId });
  }

  private write(ask: TextAsk, projectId: string, written: WriteSceneTexts['data']['written'], call: TextCallContext) {
    const data = { written, until: call.until };
    return this.dispatcher.execute(new WriteSceneTexts(projectId, data, this.writing(ask, call)));
  }

  /** Returns a context whose command id is derived from the hold, so that a hold's text is written once. */
  private writing({ userId }: TextAsk, { holdId }: TextCallContext): CommandContext {
    return this.dispatcher.context({ id: userId }, derivedId(holdId, 'write'));
  }
}

/** Returns the language of the post's project, or the language of the post's title if there is none. */
function languageOfPost({ title, projectContext }: PostQuestion): string | null {
  const { language = null, story, description } = projectContext ?? {};
  return languageOfProject({ language, story: story ?? '' }) ?? detectLanguage(`${title}\n${description ?? ''}`);
}

/** Writes texts for posts without storing them; the caller decides whether to use them. */
@Injectable()
export class PostWriter {
  constructor(private readonly paidText: PaidText) {}

  async describe({ signal, ...ask }: TextAsk, question: PostQuestion): Promise<{ description: string }> {
    const job = { ...ask, operation: 'post_description', description: 'A post description' } as const;
    const language = languageOfPost(question);
    return this.paidText.run({ ...job, projectId: null, sceneId: null, input: question }, async ({ holdId, text }) => {
      const written = await text.postDescription({ ...question, language }, { idempotencyKey: holdId, signal });
      return { answer: composePost(written, question.platforms), usage: written.usage };
    });
  }
}
