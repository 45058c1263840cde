import { projectAggregate } from '../../projects/storyboard';
import {
  Alternatives,
  TakeAlternative,
  TakeAlternativeHandler,
  TryAlternative,
  TryAlternativeHandler,
} from '../../projects/storyboard/alternatives/alternatives';
import { DeleteProject, DeleteProjectHandler } from '../../projects/storyboard/domain/project-commands';
import type { Node, Repeatable, World } from './world';

const tryAlternative = async (world: World, node: Node) => {
  const data = { projectId: world.projectId, title: 'A darker ending' };
  const command = new TryAlternative(world.id('alternative'), data, world.context('try-alternative'));
  await new TryAlternativeHandler(node.store, new Alternatives(node.store)).execute(command);
};
const editAlternative = (world: World, node: Node, story: string) =>
  world.decide(node, projectAggregate, world.id('alternative'), world.context(), () => [
    { type: 'ProjectEdited' as const, data: { changes: { story } } },
  ]);
const takeAlternative = async (world: World, node: Node) => {
  const data = { alternativeId: world.id('alternative'), onlyScene: null };
  const command = new TakeAlternative(world.projectId, data, world.context('take-alternative'));
  await new TakeAlternativeHandler(node.store).execute(command);
};

export const alternativeRows: Repeatable[] = [
  {
    name: 'creating an alternative, whose project is deleted afterwards',
    covers: ['TryAlternative'],
    setup: (world, node) => world.project(node),
    run: tryAlternative,
    between: async (world, node) =>
      void (await node.send(DeleteProjectHandler, new DeleteProject(world.projectId, {}, world.context()))),
    makes: ['ProjectCreated'],
  },
  {
    name: 'keeping an alternative, which is edited afterwards',
    covers: ['TakeAlternative'],
    setup: async (world, node) => {
      await world.project(node);
      await tryAlternative(world, node);
      await editAlternative(world, node, 'Darker.');
    },
    run: takeAlternative,
    between: async (world, node) => void (await editAlternative(world, node, 'Darker still.')),
    makes: ['AlternativeTaken', 'ProjectEdited'],
  },
];
