import { lookIn } from '../pictures/drawn-look';
import { formatOfPicture, type PictureWish, recodePicture, renderPicture } from '../pictures/render';
import { type Retouch, retouchPicture, upscalePicture } from '../pictures/retouch';
import { sentences } from '../language/sentences';
import { abridgeStory } from '../text/abridge-story';
import { readContinuity } from '../text/continuity';
import { answerChat } from '../text/chat';
import { describeScene } from '../text/describe-scene';
import { describePost } from '../text/post-description';
import { splitStory } from '../text/split-story';
import { writeStory } from '../text/write-story';

/** Tasks of a worker thread: pure functions of plain data, too slow for the event loop. */
const TASKS = {
  renderPicture: async (wish: PictureWish): Promise<Uint8Array> => renderPicture(wish),
  recodePicture: ({
    bytes,
    width,
    height,
  }: {
    bytes: Uint8Array;
    width: number;
    height: number;
  }): Promise<Uint8Array> => recodePicture(bytes, width, height),
  retouchPicture: (wish: Retouch): Promise<Uint8Array> => retouchPicture(wish),
  upscalePicture: (wish: { bytes: Uint8Array; factor: number }): Promise<Uint8Array> => upscalePicture(wish),
  lookIn: (reference: { bytes: Uint8Array; name: string }) => lookIn(reference),
  formatOfPicture: (bytes: Uint8Array) => formatOfPicture(bytes),
  sentences: async (story: string) => sentences(story),
  splitStory: async ({ story, maxScenes }: { story: string; maxScenes?: number }) => splitStory(story, maxScenes),
  abridgeStory: async ({ story, seconds }: { story: string; seconds: number }) => abridgeStory(story, seconds),
  describeScene: async (question: Parameters<typeof describeScene>[0]) => describeScene(question),
  continuity: async (story: string) => readContinuity(story),
  postDescription: async (question: Parameters<typeof describePost>[0]) => describePost(question),
  writeStory: async (question: Parameters<typeof writeStory>[0]) => writeStory(question),
  chat: async ([messages, project]: Parameters<typeof answerChat>) => answerChat(messages, project),
} as const;

export type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

export interface TaskCall<Name extends TaskName = TaskName> {
  name: Name;
  input: TaskInput<Name>;
}

/** Runs a task in the calling thread. The pool's threads load this default export. */
export default function perform<Name extends TaskName>({ name, input }: TaskCall<Name>): Promise<TaskOutput<Name>> {
  const task = TASKS[name] as (value: TaskInput<Name>) => Promise<TaskOutput<Name>>;
  return task(input);
}
