import type { TextCall, TextProvider, TextUsage, WithUsage } from '../../text/text-provider';
import { runTask } from '../worker/run-task';
import type { TaskInput, TaskName, TaskOutput } from '../worker/tasks';
import type { WorkerPool } from '../worker/worker-pool';
import { enhancePrompt } from './enhance-prompt';
import { videoPromptFor } from './video-prompt';

/** About four characters a token, as the chat's price estimate has it. */
const tokens = (text: string): number => Math.ceil(text.length / 4);

const used = (input: string, output: string): TextUsage => ({
  inputTokens: tokens(input),
  outputTokens: tokens(output),
  usd: 0,
});

/** Works offline on the text itself: names, places, things, times. The same question gets the same answer. */
export class SandboxTextProvider implements TextProvider {
  readonly name = 'sandbox';
  readonly label = 'Sandbox';

  constructor(private readonly pool: Pick<WorkerPool, 'run'>) {}

  async splitStory(
    question: { story: string; maxScenes?: number },
    call: TextCall,
  ): ReturnType<TextProvider['splitStory']> {
    const scenes = await this.run('splitStory', question, question.story, call);
    return { scenes, usage: used(question.story, scenes.map(({ title }) => title).join('\n')) };
  }

  async describeScene(
    question: Parameters<TextProvider['describeScene']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['describeScene']> {
    const answer = await this.run('describeScene', question, question.story, call);
    return {
      ...answer,
      usage: used(question.scene.text + question.continuityDetails, Object.values(answer).join(' ')),
    };
  }

  async enhancePrompt(
    { imagePrompt, description, styleAttributes }: Parameters<TextProvider['enhancePrompt']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['enhancePrompt']> {
    call.signal?.throwIfAborted();
    const enhancedPrompt = enhancePrompt(imagePrompt, description, styleAttributes);
    return { enhancedPrompt, usage: used(imagePrompt, enhancedPrompt) };
  }

  async videoPrompt(
    { description }: Parameters<TextProvider['videoPrompt']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['videoPrompt']> {
    call.signal?.throwIfAborted();
    const videoPrompt = videoPromptFor(description);
    return { videoPrompt, usage: used(description, videoPrompt) };
  }

  async continuity({ story }: { story: string }, call: TextCall): ReturnType<TextProvider['continuity']> {
    const answer = await this.run('continuity', story, story, call);
    return { ...answer, usage: used(story, Object.values(answer).join('\n')) };
  }

  async postDescription(
    question: Parameters<TextProvider['postDescription']>[0],
    call: TextCall,
  ): ReturnType<TextProvider['postDescription']> {
    const story = question.projectContext?.story ?? '';
    const description = await this.run('postDescription', question, story, call);
    return { description, usage: used(question.title + story.slice(0, 2000), description) };
  }

  async chat(
    { messages, project }: Parameters<TextProvider['chat']>[0],
    call: TextCall,
  ): Promise<WithUsage<{ content: string }>> {
    const content = await this.run('chat', [messages, project], project?.story ?? '', call);
    return { content, usage: used(messages.map((message) => message.content).join('\n'), content) };
  }

  private run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    text: string,
    { signal }: TextCall,
  ): Promise<TaskOutput<Name>> {
    return runTask(this.pool, name, input, { text, signal });
  }
}
