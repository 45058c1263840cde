import {
  ReplaceScenes,
  ReplaceScenesHandler,
  WriteSceneTexts,
  WriteSceneTextsHandler,
} from '../../writing/story-ai/domain/scene-texts';
import {
  decideAnswer,
  decideAsk,
  decideTextFailed,
  holdOfTry,
  textWorkAggregate,
} from '../../writing/story-ai/domain/text-work';
import { EditScene, EditSceneHandler } from '../../projects/storyboard/domain/scene-commands';
import type { Node, Repeatable, World } from './world';

const until = '9999-01-01T00:00:00.000Z';
const tryOf = (world: World) => ({ requestId: world.id('ask'), holdId: holdOfTry(world.id('ask'), 1) });
const work = (world: World, node: Node, name: string, decide: Parameters<typeof node.store.execute<State, Event>>[3]) =>
  world.decide(node, textWorkAggregate, world.id('work'), world.context(name), decide);
type State = typeof textWorkAggregate.initial;
type Event = Parameters<typeof textWorkAggregate.evolve>[1];

const ask = async (world: World, node: Node) => {
  const request = { requestId: world.id('ask'), requestHash: 'hash' };
  await work(world, node, 'ask', (state, env) => decideAsk(request, state, env));
};
const answer = async (world: World, node: Node) => {
  const { state } = await work(world, node, 'answer', (s) =>
    decideAnswer(s, tryOf(world), { answer: { videoPrompt: 'x' }, usd: 0 }),
  );
  return state.requests[world.id('ask')]?.answer;
};

export const textRows: Repeatable[] = [
  { name: 'answering a text', covers: ['PaidText'], setup: ask, run: answer, makes: ['TextAnswered'] },
  {
    name: 'requesting a text that is answered already',
    covers: ['PaidText'],
    setup: async (world, node) => {
      await ask(world, node);
      await answer(world, node);
    },
    run: ask,
    makes: ['TextAsked'],
  },
  {
    name: 'a failed text',
    covers: ['PaidText'],
    setup: ask,
    run: async (world, node) => {
      await work(world, node, 'fail', (state) => decideTextFailed(state, tryOf(world), 'away'));
    },
    between: ask,
    makes: ['TextFailed'],
  },
  {
    name: 'writing scenes that a hold pays for, before others are added',
    covers: ['ReplaceScenes'],
    setup: (world, node) => world.project(node),
    run: async (world, node) => {
      const data = { holdId: world.holdId, scenes: [{ title: 'a', text: 'b' }], until };
      await node.send(ReplaceScenesHandler, new ReplaceScenes(world.projectId, data, world.context('write')));
    },
    between: (world, node) => world.scene(node),
    makes: ['ScenesReplaced'],
  },
  {
    name: 'writing a prompt that a hold pays for, which is edited afterwards',
    covers: ['WriteSceneTexts'],
    setup: (world, node) => world.project(node),
    run: async (world, node) => {
      const { projectId, sceneId, holdId } = world;
      const data = { sceneId, field: 'videoPrompt' as const, value: 'waves', holdId };
      const written = { type: 'ScenePromptWritten' as const, data };
      await node.send(
        WriteSceneTextsHandler,
        new WriteSceneTexts(projectId, { written, until }, world.context('write')),
      );
    },
    between: (world, node) => {
      const { projectId, sceneId } = world;
      const edit = new EditScene(projectId, { sceneId, videoPrompt: 'by hand' }, world.context());
      return node.send(EditSceneHandler, edit);
    },
    makes: ['ScenePromptWritten'],
  },
];
