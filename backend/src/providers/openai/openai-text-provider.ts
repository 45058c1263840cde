import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { CreateRefused, ProviderAnswerInvalid } from '../provider-errors';
import type {
  ChatProject,
  ChatTurn,
  PostQuestion,
  SceneQuestion,
  StoryScene,
  TextCall,
  TextProvider,
  TextUsage,
  WithUsage,
} from '../text/text-provider';
import { toCallError } from './call-error';
import { cutStory } from './cut-story';
import * as prompts from './prompts';

export interface OpenAiSettings {
  apiKey: string;
  /** An OpenAI-compatible server works too. */
  baseUrl?: string;
  model?: string;
  timeoutMs?: number;
}

type Messages = { role: 'system' | 'user' | 'assistant'; content: string }[];

const sceneSchema = z.object({ description: z.string(), imagePrompt: z.string(), videoPrompt: z.string() });
const continuitySchema = z.object({ characters: z.string(), environments: z.string(), props: z.string() });
/** Scenes are told as counts of sentences, so that not a word of the story passes through the model and changes. */
const splitSchema = z.object({ scenes: z.array(z.object({ title: z.string(), lastSentence: z.int() })) });

/** Chat completions with structured answers. A request is never sent twice by itself: a lost answer may be paid for. */
export class OpenAiTextProvider implements TextProvider {
  readonly name = 'openai';
  readonly label = 'OpenAI';
  private readonly client: OpenAI;
  private readonly model: string;

  constructor({ apiKey, baseUrl, model = 'gpt-4o-mini', timeoutMs = 120_000 }: OpenAiSettings) {
    this.client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0, timeout: timeoutMs });
    this.model = model;
  }

  async splitStory(
    { story, maxScenes }: { story: string; maxScenes?: number },
    call: TextCall,
  ): Promise<WithUsage<{ scenes: StoryScene[] }>> {
    const cut = cutStory(story);
    const answer = await this.ask(prompts.split(cut.sentences, maxScenes), splitSchema, 'scenes', call);
    return { scenes: cut.into(answer.scenes, maxScenes), usage: answer.usage };
  }

  describeScene(question: SceneQuestion, call: TextCall) {
    return this.ask(prompts.describe(question), sceneSchema, 'scene', call);
  }

  enhancePrompt(
    question: { imagePrompt: string; description: string | null; styleAttributes: string | null },
    call: TextCall,
  ) {
    return this.ask(prompts.enhance(question), z.object({ enhancedPrompt: z.string() }), 'prompt', call);
  }

  videoPrompt(question: { description: string; imagePrompt: string | null }, call: TextCall) {
    return this.ask(prompts.video(question), z.object({ videoPrompt: z.string() }), 'prompt', call);
  }

  continuity({ story }: { story: string }, call: TextCall) {
    return this.ask(prompts.continuity(story), continuitySchema, 'continuity', call);
  }

  postDescription(question: PostQuestion, call: TextCall) {
    return this.ask(prompts.post(question), z.object({ description: z.string() }), 'post', call);
  }

  async chat({ messages, project }: { messages: ChatTurn[]; project: ChatProject | null }, call: TextCall) {
    const { content, usage } = await this.complete([...prompts.chat(project), ...messages], call);
    return { content, usage };
  }

  private async ask<Schema extends z.ZodObject>(
    messages: Messages,
    schema: Schema,
    name: string,
    call: TextCall,
  ): Promise<WithUsage<z.output<Schema>>> {
    const { content, usage } = await this.complete(messages, call, zodResponseFormat(schema, name));
    let json: unknown;
    try {
      json = JSON.parse(content);
    } catch (error) {
      throw new ProviderAnswerInvalid('The answer is not the JSON that was asked for.', error);
    }
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw new ProviderAnswerInvalid('The answer lacks what was asked for.', parsed.error);
    return { ...parsed.data, usage };
  }

  private async complete(
    messages: Messages,
    { idempotencyKey, signal }: TextCall,
    format?: ReturnType<typeof zodResponseFormat>,
  ): Promise<{ content: string; usage: TextUsage }> {
    if (signal?.aborted) throw new CreateRefused('The request was cancelled.', { reason: 'aborted' });
    let completion: OpenAI.ChatCompletion;
    try {
      completion = await this.client.chat.completions.create(
        { model: this.model, messages, ...(format ? { response_format: format } : {}) },
        { signal, headers: { 'Idempotency-Key': idempotencyKey } },
      );
    } catch (error) {
      throw toCallError(error);
    }
    const message = completion.choices?.[0]?.message;
    if (message?.refusal) throw new ProviderAnswerInvalid(`The model refused: ${message.refusal.slice(0, 300)}`);
    if (!message?.content) throw new ProviderAnswerInvalid('The answer is empty.');
    const { prompt_tokens = 0, completion_tokens = 0 } = completion.usage ?? {};
    return { content: message.content, usage: { inputTokens: prompt_tokens, outputTokens: completion_tokens, usd: 0 } };
  }
}
