import {
  countWords,
  cutText,
  isBlank,
  isNumberedTitle,
  LIMITS,
  postLimits,
  promptInFormat,
  sceneRange,
  spokenSeconds,
  spokenText,
  titleOfScene,
  USUAL_FORMAT,
} from '@storyreel/contracts';
import { z } from 'zod';
import type {
  ChatPiece,
  ChatQuestion,
  PostQuestion,
  ReadSentences,
  SceneQuestion,
  StoryQuestion,
  StoryScene,
  StorySentence,
  TextCall,
  TextProvider,
} from '../ports/text-provider';
import { askInLanguage, writtenIn } from './in-language';
import { unpriced } from './models';
import { OpenAiChatStream } from './openai-chat-stream';
import { labelOf } from './openai-client';
import { OpenAiTransport } from './openai-transport';
import type { OpenAiOptions } from './openai-transport';
import {
  ABRIDGE_STORY,
  CHAT,
  CONTINUITY,
  DESCRIBE_SCENE,
  ENHANCE_PROMPT,
  fence,
  POST_DESCRIPTION,
  projectFor,
  SPLIT_STORY,
  turnsFor,
  VIDEO_PROMPT,
  WRITE_STORY,
} from './prompts';

const MAX_TITLE = 200;

interface Beginning {
  firstSentence: number;
  title: string;
}

/**
 * Cuts the story at the sentences that the model chose; whatever numbers the model returned, every sentence ends up in
 * exactly one scene.
 */
function assembleScenes(
  story: string,
  list: readonly StorySentence[],
  beginnings: readonly Beginning[],
  most: number,
): StoryScene[] {
  const titles = new Map<number, string>();
  for (const { firstSentence, title } of beginnings)
    if (firstSentence >= 0 && firstSentence < list.length && !titles.has(firstSentence))
      titles.set(firstSentence, title);
  const ordered = [...titles.keys()].sort((a, b) => a - b).slice(0, most);
  if (ordered[0] !== undefined && ordered[0] > 0) {
    titles.set(0, titles.get(ordered[0]) ?? '');
    ordered[0] = 0;
  }
  if (ordered.length === 0) ordered.push(0);
  return ordered.map((from, index) => {
    const to = (ordered[index + 1] ?? list.length) - 1;
    const text = story.slice(list[from]?.start ?? 0, list[to]?.end ?? story.length);
    const title = titles.get(from)?.trim() ?? '';
    return {
      title: cutText(isNumberedTitle(title) ? titleOfScene(text) : title, MAX_TITLE),
      text,
    };
  });
}

const splitSchema = z.object({
  scenes: z.array(z.object({ firstSentence: z.number().int(), title: z.string() })).min(1),
});
const describeSchema = z.object({
  description: z.string().min(1),
  imagePrompt: z.string().min(1),
  videoPrompt: z.string().min(1),
});
/** Share of a film's time that is spoken: scenes begin and end with a breath. */
const ABRIDGED_SHARE = 0.92;
const abridgedSchema = z.object({ story: z.string().min(1) });
const enhanceSchema = z.object({ enhancedPrompt: z.string().min(1) });
const videoPromptSchema = z.object({ videoPrompt: z.string().min(1) });
const continuitySchema = z.object({ characters: z.string(), environments: z.string(), props: z.string() });
const postSchema = z.object({ caption: z.string().min(1) });

/** Characters of a story per request: about 75,000 tokens. */
const STORY_ROOM = 300_000;
/** After this many consecutive malformed answers, the server is reported as ignoring the schema. */
const SUSPICIOUS = 3;
/** Maximum characters of context per request, such as a list of scenes or the story behind a caption. */
const CONTEXT_ROOM = 20_000;

const withStyle = (prompt: string, style: string | null): string =>
  style === null || isBlank(style) || prompt.includes(style.trim())
    ? prompt
    : `${prompt.trim().replace(/[.\s]+$/u, '')}. Style: ${style.trim()}`;

/** Texts by any chat-completion server: OpenAI itself, or a local one at another base URL. */
export class OpenAiTextProvider implements TextProvider {
  readonly name = 'openai';
  readonly label: string;
  readonly repeatIsFree = false;
  private readonly transport: OpenAiTransport;
  private readonly chats: OpenAiChatStream;

  constructor(
    options: OpenAiOptions,
    private readonly readSentences: ReadSentences,
  ) {
    this.label = labelOf(options);
    this.transport = new OpenAiTransport(options);
    this.chats = new OpenAiChatStream(this.transport, options);
  }

  /**
   * Returns a warning for the operator, for example that the server ignores the schema of an answer; null without one.
   */
  remark(): string | null {
    const { wrongShapes } = this.transport;
    if (wrongShapes < SUSPICIOUS) return unpriced(this.transport.model);
    return `Its last ${wrongShapes} structured answers were not in the requested shape. Check that it supports json_schema.`;
  }

  /** The model only names where scenes begin; the text is cut here, so that no part of it can be lost or changed. */
  async splitStory(
    { story, maxScenes, language }: Parameters<TextProvider['splitStory']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['splitStory']> {
    const list = await this.readSentences(story, call.signal);
    if (list.length === 0) return { scenes: [], usage: { inputTokens: 0, outputTokens: 0, usd: 0 } };
    const words = list.reduce((sum, sentence) => sum + sentence.words, 0);
    const most = Math.max(1, Math.min(maxScenes ?? LIMITS.scenesPerStory, LIMITS.scenesPerStory, list.length));
    const fewest = Math.min(sceneRange(words).fewest, most);
    const room = Math.max(24, Math.floor(STORY_ROOM / list.length));
    const numbered = list.map(({ text }, index) => `${index}: ${cutText(text.replace(/\s+/gu, ' '), room)}`).join('\n');
    const { value, usage } = await askInLanguage({
      language,
      user: `Make between ${fewest} and ${most} scenes. ${writtenIn(language, 'the story')}\n${fence(numbered)}`,
      call,
      ask: (user, own) => this.transport.object('scenes', splitSchema, { system: SPLIT_STORY, user }, own),
      wordsOf: ({ scenes }) => scenes.map(({ title }) => title).join('\n'),
    });
    return { scenes: assembleScenes(story, list, value.scenes, most), usage };
  }

  async abridgeStory(
    { story, seconds, language }: Parameters<TextProvider['abridgeStory']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['abridgeStory']> {
    const spoken = spokenSeconds(spokenText(story));
    const share = Math.min(1, (seconds * ABRIDGED_SHARE) / Math.max(1, spoken));
    const length = `${Math.round(share * 100)} percent of its length`;
    const user = `Spoken, the story takes about ${Math.round(spoken)} seconds. Shorten it to at most ${seconds} seconds, which is about ${Math.max(1, Math.round(share * countWords(story)))} words or ${length}. ${writtenIn(language, 'the story')}\n${fence(cutText(story, STORY_ROOM))}`;
    const { value, usage } = await askInLanguage({
      ...{ language, user, call },
      ask: (asked, own) =>
        this.transport.object('abridged', abridgedSchema, { system: ABRIDGE_STORY, user: asked }, own),
      wordsOf: (written) => written.story,
    });
    return { ...value, usage };
  }

  async describeScene(question: SceneQuestion, call: TextCall): ReturnType<TextProvider['describeScene']> {
    const user = [
      `Scene ${question.position} of ${question.total}. ${writtenIn(question.language, 'the story')}`,
      `Continuity details:\n${fence(question.continuityDetails)}`,
      question.styleAttributes === null ? '' : `Visual style: ${fence(question.styleAttributes)}`,
      `The whole story, for context:\n${fence(cutText(question.story, STORY_ROOM))}`,
      `This scene, titled "${question.scene.title}":\n${fence(question.scene.text)}`,
    ].join('\n\n');
    const text = promptInFormat(DESCRIBE_SCENE.text, question.format ?? USUAL_FORMAT);
    const system = { ...DESCRIBE_SCENE, text };
    const { value, usage } = await askInLanguage({
      ...{ language: question.language, user, call },
      ask: (asked, own) => this.transport.object('scene', describeSchema, { system, user: asked }, own),
      wordsOf: ({ description }) => description,
    });
    return { ...value, imagePrompt: withStyle(value.imagePrompt, question.styleAttributes), usage };
  }

  async enhancePrompt(
    { imagePrompt, description, styleAttributes }: Parameters<TextProvider['enhancePrompt']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['enhancePrompt']> {
    const user = `Prompt:\n${fence(imagePrompt)}\n\nThe scene:\n${fence(description ?? 'not described')}\n\nStyle:\n${fence(styleAttributes ?? 'none')}`;
    const { value, usage } = await this.transport.object(
      'prompt',
      enhanceSchema,
      { system: ENHANCE_PROMPT, user },
      call,
    );
    return { enhancedPrompt: withStyle(value.enhancedPrompt, styleAttributes), usage };
  }

  async videoPrompt(
    { description, imagePrompt }: Parameters<TextProvider['videoPrompt']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['videoPrompt']> {
    const user = `Description:\n${fence(description)}\n\nThe still:\n${fence(imagePrompt ?? 'not described')}`;
    const { value, usage } = await this.transport.object(
      'video',
      videoPromptSchema,
      { system: VIDEO_PROMPT, user },
      call,
    );
    return { ...value, usage };
  }

  async continuity({ story }: { story: string }, call: TextCall): ReturnType<TextProvider['continuity']> {
    const { value, usage } = await this.transport.object(
      'continuity',
      continuitySchema,
      { system: CONTINUITY, user: fence(cutText(story, STORY_ROOM)) },
      call,
    );
    return { ...value, usage };
  }

  async postDescription(
    { title, platforms, projectContext, language }: PostQuestion,
    call: TextCall,
  ): ReturnType<TextProvider['postDescription']> {
    const limits = postLimits(platforms);
    const material = [
      `Title: ${title}`,
      `Project: ${projectContext?.title ?? 'none'}`,
      projectContext?.description ?? '',
      cutText(projectContext?.story ?? '', CONTEXT_ROOM),
    ].join('\n');
    const user = `Platforms: ${platforms.join(', ')}. At most ${limits.characters} characters and ${limits.hashtags} hashtags. ${writtenIn(language, 'the title')}\n${fence(material)}`;
    const { value, usage } = await askInLanguage({
      ...{ language, user, call },
      ask: (asked, own) => this.transport.object('post', postSchema, { system: POST_DESCRIPTION, user: asked }, own),
      wordsOf: ({ caption }) => caption,
    });
    return { description: cutText(value.caption.trim(), limits.characters), usage };
  }

  async *chat({ messages, project, maxTokens }: ChatQuestion, call: TextCall): AsyncGenerator<ChatPiece> {
    const system = project === null ? CHAT.text : `${CHAT.text}\n\nThe open project:\n${projectFor(project)}`;
    yield* this.chats.stream({ system, template: CHAT.template, turns: turnsFor(messages), maxTokens }, call);
  }

  async *writeStory(
    { idea, tone, words, maxTokens, language }: StoryQuestion,
    call: TextCall,
  ): AsyncGenerator<ChatPiece> {
    const content = `Tone: ${tone}. About ${words} words. ${writtenIn(language, 'the idea')}\nThe idea:\n${fence(idea)}`;
    const { text: system, template } = WRITE_STORY;
    yield* this.chats.stream({ system, template, turns: [{ role: 'user', content }], maxTokens }, call);
  }
}
