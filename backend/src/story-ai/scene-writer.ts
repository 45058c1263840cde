import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, splitReference, withReference, withStyle } from '@storyreel/contracts';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { CommandGateway } from '../platform/commands/command-gateway';
import { Refusal } from '../platform/domain/refusal';
import { liveScenes, ownProject, ownScene, projectAggregate, SceneQueries, type ProjectState } from '../projects';
import { PROVIDERS, type Providers } from '../providers/providers.token';
import { StyleQueries } from '../styles';
import { continuityFallback } from './domain/continuity-fallback';
import { ReplaceScenes } from './domain/replace-scenes';
import { WriteSceneTexts } from './domain/write-scene-texts';
import { PaidText } from './paid-text';

export interface TextAsk {
  userId: string;
  idempotencyKey?: string;
}

/** Texts that a provider writes into a project. */
@Injectable()
export class SceneWriter {
  constructor(
    @Inject(PaidText) private readonly paidText: PaidText,
    @Inject(SceneQueries) private readonly scenes: SceneQueries,
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandGateway) private readonly gateway: CommandGateway,
    @Inject(StyleQueries) private readonly styles: StyleQueries,
    @Inject(PROVIDERS) private readonly providers: Providers,
  ) {}

  /** Replaces all scenes of a project by those of its story. */
  async processStory(ask: TextAsk, projectId: string, maxScenes?: number): Promise<{ sceneCount: number }> {
    const { userId } = ask;
    const state = ownProject(await this.store.load(projectAggregate, projectId), { ownerId: userId });
    const { story } = state.fields;
    if (story.trim() === '') throw new Refusal('bad_request', 'Please write a story first.');
    const job = {
      ...ask,
      operation: 'process_story',
      description: 'Scenes from the story',
      projectId,
      sceneId: null,
    } as const;
    return this.paidText.run({ ...job, input: { maxScenes } }, async ({ holdId, idempotencyKey }) => {
      const split = await this.providers.text.splitStory({ story, maxScenes }, { idempotencyKey });
      const scenes = split.scenes.slice(0, LIMITS.scenesPerProject);
      await this.gateway.execute(
        new ReplaceScenes({ projectId, holdId, scenes }, this.gateway.context({ id: userId })),
      );
      return { answer: { sceneCount: scenes.length }, usage: split.usage };
    });
  }

  async describe(
    ask: TextAsk,
    sceneId: string,
    continuityDetails?: string,
  ): Promise<{ description: string; imagePrompt: string; videoPrompt: string }> {
    const { userId } = ask;
    const { projectId, state, scene } = await this.find(userId, sceneId);
    const { fields } = state;
    const style = await this.styleOf(state, userId);
    const live = liveScenes(state);
    const question = {
      story: fields.story,
      scene: { title: scene.title, text: scene.sourceText || scene.description || scene.title },
      position: live.findIndex(({ id }) => id === sceneId) + 1,
      total: live.length,
      continuityDetails: continuityDetails?.trim() || continuityFallback(fields.characters),
      styleAttributes: style,
    };
    const job = {
      ...ask,
      operation: 'scene_description',
      description: 'A scene description',
      projectId,
      sceneId,
    } as const;
    return this.paidText.run({ ...job, input: continuityDetails }, async ({ holdId, idempotencyKey }) => {
      const { usage, ...texts } = await this.providers.text.describeScene(question, { idempotencyKey });
      const answer = {
        description: texts.description.slice(0, LIMITS.description),
        imagePrompt: withReference(withStyle(texts.imagePrompt, style), texts.description, fields),
        videoPrompt: texts.videoPrompt.slice(0, LIMITS.prompt),
      };
      await this.write(projectId, userId, { type: 'SceneDescribed', data: { sceneId, ...answer, holdId } });
      return { answer, usage };
    });
  }

  async videoPrompt(ask: TextAsk, sceneId: string): Promise<{ videoPrompt: string }> {
    const { userId } = ask;
    const { projectId, scene } = await this.find(userId, sceneId);
    if (scene.description.trim() === '') throw new Refusal('bad_request', 'No scene description available.');
    const question = { description: scene.description, imagePrompt: scene.imagePrompt || null };
    const job = { ...ask, operation: 'video_prompt', description: 'A video prompt', projectId, sceneId } as const;
    return this.paidText.run({ ...job, input: null }, async ({ holdId, idempotencyKey }) => {
      const { usage, ...written } = await this.providers.text.videoPrompt(question, { idempotencyKey });
      const value = written.videoPrompt.slice(0, LIMITS.prompt);
      const data = { sceneId, field: 'videoPrompt' as const, value, holdId };
      await this.write(projectId, userId, { type: 'ScenePromptWritten', data });
      return { answer: { videoPrompt: value }, usage };
    });
  }

  async enhancePrompt(ask: TextAsk, sceneId: string): Promise<{ enhancedPrompt: string }> {
    const { userId } = ask;
    const { projectId, state, scene } = await this.find(userId, sceneId);
    if (scene.imagePrompt.trim() === '') throw new Refusal('bad_request', 'Please add an image prompt first.');
    const style = await this.styleOf(state, userId);
    const { text, reference } = splitReference(scene.imagePrompt);
    const question = { imagePrompt: text, description: scene.description || null, styleAttributes: style };
    const job = { ...ask, operation: 'enhance_prompt', description: 'An enhanced prompt', projectId, sceneId } as const;
    return this.paidText.run({ ...job, input: null }, async ({ holdId, idempotencyKey }) => {
      const { usage, enhancedPrompt } = await this.providers.text.enhancePrompt(question, { idempotencyKey });
      const value = withStyle(enhancedPrompt + reference, style);
      const data = { sceneId, field: 'imagePrompt' as const, value, holdId };
      await this.write(projectId, userId, { type: 'ScenePromptWritten', data });
      return { answer: { enhancedPrompt: value }, usage };
    });
  }

  /** Answers only: what becomes of it is the caller's. */
  async continuity(
    ask: TextAsk,
    story: string,
    projectId: string | null,
  ): Promise<{ characters: string; environments: string; props: string }> {
    if (projectId !== null) {
      ownProject(await this.store.load(projectAggregate, projectId), { ownerId: ask.userId });
    }
    const job = {
      ...ask,
      operation: 'continuity',
      description: 'Continuity details',
      projectId,
      sceneId: null,
    } as const;
    return this.paidText.run({ ...job, input: story }, async ({ idempotencyKey }) => {
      const { usage, ...answer } = await this.providers.text.continuity({ story }, { idempotencyKey });
      return { answer, usage };
    });
  }

  private async find(userId: string, sceneId: string) {
    const projectId = await this.scenes.projectOf(sceneId, userId);
    const state = await this.store.load(projectAggregate, projectId);
    return { projectId, state, scene: ownScene(state, sceneId, { ownerId: userId }) };
  }

  private async styleOf({ fields }: ProjectState, userId: string): Promise<string | null> {
    if (fields.selectedStyle === null) return null;
    // A style that was deleted since then no longer counts.
    return (await this.styles.ofUser(userId)).find(({ id }) => id === fields.selectedStyle)?.attributes ?? null;
  }

  private write(projectId: string, userId: string, written: WriteSceneTexts['written']) {
    return this.gateway.execute(new WriteSceneTexts(projectId, written, this.gateway.context({ id: userId })));
  }
}
