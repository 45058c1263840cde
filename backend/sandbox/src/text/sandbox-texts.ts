import { cutText } from '@storyreel/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { runTask } from '../worker/worker-pool';
import type { WorkerPool } from '../worker/worker-pool';
import type { TaskInput, TaskName, TaskOutput } from '../worker/tasks';
import { enhancePrompt, videoPromptFor } from './prompts';
import type {
  Call,
  ChatPiece,
  ChatProject,
  ChatTurn,
  Counted,
  PostQuestion,
  SceneQuestion,
  StoryQuestion,
  StoryScene,
} from './questions';

/** About four characters a token, like the chat's price estimate. */
const CHARACTERS_PER_TOKEN = 4;
const tokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

const used = (input: string, output: string): Counted<object>['usage'] => ({
  inputTokens: tokens(input),
  outputTokens: tokens(output),
  usd: 0,
});

/** Writes texts offline from the story's names, places, things and times. The same input gives the same answer. */
export class SandboxTexts {
  readonly name = 'sandbox';
  readonly label = 'Sandbox';
  readonly repeatIsFree = true;

  constructor(
    private readonly pool: Pick<WorkerPool, 'run'>,
    /** Simulated duration of a reply. */
    private readonly delayMs = 0,
  ) {}

  async splitStory(
    question: { story: string; maxScenes?: number },
    call: Call,
  ): Promise<Counted<{ scenes: StoryScene[] }>> {
    const scenes = await this.run('splitStory', question, question.story, call);
    return { scenes, usage: used(question.story, scenes.map(({ title }) => title).join('\n')) };
  }

  async abridgeStory(question: { story: string; seconds: number }, call: Call): Promise<Counted<{ story: string }>> {
    const story = await this.run('abridgeStory', question, question.story, call);
    return { story, usage: used(question.story, story) };
  }

  async describeScene(
    question: SceneQuestion,
    call: Call,
  ): Promise<Counted<{ description: string; imagePrompt: string; videoPrompt: string }>> {
    const answer = await this.run('describeScene', question, question.story, call);
    const input = question.scene.text + question.continuityDetails;
    return { ...answer, usage: used(input, Object.values(answer).join(' ')) };
  }

  async enhancePrompt(
    question: { imagePrompt: string; description: string | null; styleAttributes: string | null },
    { signal }: Call,
  ): Promise<Counted<{ enhancedPrompt: string }>> {
    signal?.throwIfAborted();
    const { imagePrompt, description, styleAttributes } = question;
    const enhancedPrompt = enhancePrompt(imagePrompt, description, styleAttributes);
    return { enhancedPrompt, usage: used(imagePrompt, enhancedPrompt) };
  }

  async videoPrompt(
    { description }: { description: string },
    { signal }: Call,
  ): Promise<Counted<{ videoPrompt: string }>> {
    signal?.throwIfAborted();
    const videoPrompt = videoPromptFor(description);
    return { videoPrompt, usage: used(description, videoPrompt) };
  }

  async continuity(
    { story }: { story: string },
    call: Call,
  ): Promise<Counted<{ characters: string; environments: string; props: string }>> {
    const answer = await this.run('continuity', story, story, call);
    return { ...answer, usage: used(story, Object.values(answer).join('\n')) };
  }

  async postDescription(question: PostQuestion, call: Call): Promise<Counted<{ description: string }>> {
    const story = question.projectContext?.story ?? '';
    const description = await this.run('postDescription', question, story, call);
    return { description, usage: used(question.title + story.slice(0, 2000), description) };
  }

  /** The whole answer is ready at once, but sent in the pieces of a streamed reply. */
  async *chat(
    { messages, project, maxTokens }: { messages: ChatTurn[]; project: ChatProject | null; maxTokens: number },
    call: Call,
  ): AsyncGenerator<ChatPiece> {
    const whole = await this.run('chat', [messages, project], project?.story ?? '', call);
    yield* this.pieces(whole, { maxTokens, input: messages.map((message) => message.content).join('\n') }, call);
  }

  async *writeStory(question: StoryQuestion, call: Call): AsyncGenerator<ChatPiece> {
    const { idea, maxTokens } = question;
    yield* this.pieces(await this.run('writeStory', question, idea, call), { maxTokens, input: idea }, call);
  }

  private async *pieces(
    whole: string,
    { maxTokens, input }: { maxTokens: number; input: string },
    { signal }: Call,
  ): AsyncGenerator<ChatPiece> {
    const content = cutText(whole, maxTokens * CHARACTERS_PER_TOKEN);
    const pieces = content.match(/\S+\s*/gu) ?? [];
    for (const text of pieces) {
      if (this.delayMs > 0) await delay(this.delayMs / pieces.length, undefined, { signal });
      signal?.throwIfAborted();
      yield { type: 'text', text };
    }
    yield { type: 'end', usage: used(input, content), isCutOff: content !== whole };
  }

  private run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    text: string,
    { signal }: Call,
  ): Promise<TaskOutput<Name>> {
    return runTask(this.pool, name, input, { text, signal });
  }
}
