import { AskStory, AskStoryHandler } from '../../writing/story-ai/domain/story-steps';
import { textWorkAggregate } from '../../writing/story-ai/domain/text-work';
import {
  RestoreStory,
  RestoreStoryHandler,
  storyHash,
  UseStory,
  UseStoryHandler,
} from '../../writing/story-ai/domain/use-story';
import { StoryApplier, storyWorkId } from '../../writing/story-ai/story-draft/story-applier';
import { WriteStory } from '../../writing/story-ai/story-draft/write-story';
import { EditProject, EditProjectHandler } from '../../projects/storyboard/domain/project-commands';
import type { TextProvider } from '../../integrations/ports/text-provider';
import type { Recordings } from '../../integrations/recording/run-recordings';
import type { Node, Repeatable, World } from './world';

const of = (world: World) => ({ requestId: world.id('story'), holdId: world.holdId, projectId: world.projectId });
const wish = { idea: 'A bottle.', tone: 'warm', length: 'short' } as const;
const workId = ({ userId, projectId }: World): string => storyWorkId(userId, projectId);

const ask = async (world: World, node: Node) => {
  const data = { of: of(world), wish: { ...wish, basedOn: storyHash(''), requestHash: 'hash' } };
  await node.send(AskStoryHandler, new AskStory(workId(world), data, world.context('ask story')));
};
const use = async (world: World, node: Node) => {
  const { requestId: draftId, holdId } = of(world);
  const data = { draftId, holdId, story: 'Mara finds it.', insteadOf: null };
  await node.send(UseStoryHandler, new UseStory(world.projectId, data, world.context('use')));
};
const edit = (world: World, node: Node) =>
  node.send(EditProjectHandler, new EditProject(world.projectId, { story: 'By hand.' }, world.context()));

const MARA: TextProvider['writeStory'] = async function* () {
  yield { type: 'text', text: 'Mara finds it.' };
  yield { type: 'end', usage: { inputTokens: 3, outputTokens: 6, usd: 0 }, isCutOff: false };
};
const text = { name: 'sandbox', repeatIsFree: true, writeStory: MARA } as unknown as TextProvider;
const recordings: Recordings = {
  begin: () => ({
    provider: (provider) => provider,
    texts: (provider) => provider,
    accepted: () => Promise.resolve([]),
    ended: () => Promise.resolve([]),
    interrupted: () => Promise.resolve(),
  }),
};
/** Views are not involved: the stored text is the provider's. */
const worker = (world: World, node: Node): WriteStory => {
  const user = {
    use: async () => {
      await use(world, node);
    },
  };
  return new WriteStory(node.store, node.paidWork, { text }, recordings, user as unknown as StoryApplier);
};

export const storyRows: Repeatable[] = [
  { name: 'requesting a story', covers: ['AskStory'], run: ask, makes: ['TextAsked', 'StoryAsked'] },
  {
    name: 'a draft that becomes the story, which is edited afterwards',
    covers: ['UseStory'],
    setup: (world, node) => world.project(node),
    run: use,
    between: edit,
    makes: ['StoryWritten'],
  },
  {
    name: 'restoring the earlier story, which is edited afterwards',
    covers: ['RestoreStory'],
    setup: async (world, node) => {
      await world.project(node);
      await use(world, node);
    },
    run: async (world, node) => {
      const data = { draftId: world.id('story'), story: '' };
      await node.send(RestoreStoryHandler, new RestoreStory(world.projectId, data, world.context('restore')));
    },
    between: edit,
    makes: ['StoryRestored'],
  },
  {
    name: 'the job that writes a story',
    covers: ['WriteStory'],
    setup: async (world, node) => {
      await world.project(node);
      await world.buy(node);
      await world.reserve(node);
      await ask(world, node);
    },
    run: async (world, node) => {
      await worker(world, node).run(world.job('stories', { ...of(world), ...wish }), new AbortController().signal);
      return (await node.store.load(textWorkAggregate, workId(world))).story?.status;
    },
    makes: ['StoryWritten', 'TextAnswered', 'StoryEnded'],
  },
];
