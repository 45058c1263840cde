import { ChangeCast, ChangeCastHandler } from '../../projects/cast/change-cast';
import {
  KeepInLibrary,
  KeepInLibraryHandler,
  RemoveFromLibrary,
  RemoveFromLibraryHandler,
} from '../../projects/cast/library';
import {
  AddImage,
  AddImageHandler,
  AddVideo,
  AddVideoHandler,
  RemoveImage,
  RemoveImageHandler,
  RemoveVideo,
  RemoveVideoHandler,
  ReplaceProcessingVideo,
  ReplaceProcessingVideoHandler,
} from '../../projects/storyboard/domain/scene-media';
import { PastReader } from '../../eventsourcing/commands/past-reader';
import { noSnapshots } from '../../eventsourcing/commands/snapshot';
import { ProjectHistory } from '../../projects/storyboard/history/project-history';
import {
  CopyVersion,
  CopyVersionHandler,
  RestoreVersion,
  RestoreVersionHandler,
  TakeStep,
  TakeStepHandler,
} from '../../projects/storyboard/history/take-step';
import { projectAggregate } from '../../projects/storyboard';
import { NEW_PROJECT_FIELDS } from '../../projects/storyboard/domain/project';
import {
  CreateProject,
  CreateProjectHandler,
  DeleteProject,
  DeleteProjectHandler,
  DuplicateProject,
  DuplicateProjectHandler,
  EditProject,
  EditProjectHandler,
  ImportProject,
  ImportProjectHandler,
} from '../../projects/storyboard/domain/project-commands';
import {
  AddScene,
  AddSceneHandler,
  DuplicateScene,
  DuplicateSceneHandler,
  EditScene,
  EditSceneHandler,
} from '../../projects/storyboard/domain/scene-commands';
import {
  MergeScenes,
  MergeScenesHandler,
  SplitScene,
  SplitSceneHandler,
  UndoCut,
  UndoCutHandler,
} from '../../projects/storyboard/domain/cut-scenes';
import {
  DeleteAllScenes,
  DeleteAllScenesHandler,
  DeleteScene,
  DeleteSceneHandler,
  RestoreAllScenes,
  RestoreAllScenesHandler,
} from '../../projects/storyboard/domain/delete-scenes';
import {
  AddReadyMadeStyle,
  AddReadyMadeStyleHandler,
  AddStyle,
  AddStyleHandler,
  DeleteStyle,
  DeleteStyleHandler,
  readyMadeStyleId,
} from '../../projects/styles/style';
import { everythingKept, video } from '../project-fixtures';
import { type Node, plainScene, type Repeatable, type World } from './world';

const project = (world: World, node: Node) => world.project(node);
const clip = { ...video('clip'), status: 'complete' as const };
const deleteScenes = async (world: World, node: Node, name?: string) =>
  (await node.send(DeleteAllScenesHandler, new DeleteAllScenes(world.projectId, {}, world.context(name)))).state;
const twoScenes = async (world: World, node: Node) => {
  await world.project(node);
  await world.scene(node);
};
const merge = (world: World, node: Node, name?: string) => {
  const data = { sceneId: world.sceneId, cutId: world.id('cut'), newId: world.id('merged') };
  return node.send(MergeScenesHandler, new MergeScenes(world.projectId, data, world.context(name)));
};
const historyOf = ({ store, events }: Node) =>
  new ProjectHistory(store, new PastReader(events, noSnapshots), everythingKept);
const takeStep = async (world: World, node: Node, of: 'undo' | 'redo', name?: string) => {
  const command = new TakeStep(world.projectId, { of }, world.context(name));
  await new TakeStepHandler(node.store, historyOf(node)).execute(command);
};
const restoreVersion = async (world: World, node: Node, name?: string) => {
  const command = new RestoreVersion(world.projectId, { revision: '1', onlyScene: null }, world.context(name));
  await new RestoreVersionHandler(node.store, historyOf(node), everythingKept).execute(command);
};
const copyVersion = async (world: World, node: Node) => {
  const data = { sourceId: world.projectId, revision: '1' };
  const command = new CopyVersion(world.id('copy'), data, world.context('copy-version'));
  await new CopyVersionHandler(node.store, historyOf(node), everythingKept).execute(command);
};
const removeImage = (world: World, node: Node, name?: string) =>
  node.send(
    RemoveImageHandler,
    new RemoveImage(world.projectId, { sceneId: world.sceneId, index: 0 }, world.context(name)),
  );
const addImage = async (world: World, node: Node, name?: string) => {
  const data = { sceneId: world.sceneId, imageUrl: 'https://example.com/added.png', insertAt: 0 };
  await node.send(AddImageHandler, new AddImage(world.projectId, data, world.context(name)));
};
const withPlaceholder = async (world: World, node: Node) => {
  await world.project(node);
  // State left by older versions: a placeholder that no job of ours works on.
  const placeholder = { ...video('processing-elsewhere'), url: '', status: 'processing' as const };
  const data = { sceneId: world.sceneId, video: placeholder, index: 0, makeMain: false };
  await world.decide(node, projectAggregate, world.projectId, world.context(), () => [
    { type: 'VideoAdded' as const, data },
  ]);
};

export const projectRows: Repeatable[] = [
  {
    name: 'creating a project under its key',
    covers: ['CreateProject'],
    run: async (world, node) => {
      const fields = { title: 'Once', description: '', status: 'draft' as const };
      const command = new CreateProject(world.projectId, fields, world.context('create'));
      return (await node.send(CreateProjectHandler, command)).state.id;
    },
    between: (world, node) =>
      node.send(EditProjectHandler, new EditProject(world.projectId, { title: 'Twice' }, world.context())),
    makes: ['ProjectCreated'],
  },
  {
    name: 'duplicating a project under its key, whose original is deleted afterwards',
    covers: ['DuplicateProject'],
    setup: project,
    run: async (world, node) => {
      const command = new DuplicateProject(world.id('copy'), { sourceId: world.projectId }, world.context('duplicate'));
      return (await new DuplicateProjectHandler(node.store).execute(command)).state.id;
    },
    between: (world, node) => node.send(DeleteProjectHandler, new DeleteProject(world.projectId, {}, world.context())),
    makes: ['ProjectCreated'],
  },
  {
    name: 'adding a member to the cast under its key, whose line is removed afterwards',
    covers: ['ChangeCast'],
    setup: project,
    run: async (world, node) => {
      const mara = { action: 'add', kind: 'character', name: 'Mara', look: 'red coat' } as const;
      await node.send(ChangeCastHandler, new ChangeCast(world.projectId, mara, world.context('cast')));
    },
    between: (world, node) =>
      node.send(EditProjectHandler, new EditProject(world.projectId, { characters: '' }, world.context())),
    makes: ['CastChanged'],
  },
  {
    name: 'adding a scene under its key, which is deleted afterwards',
    covers: ['AddScene'],
    setup: project,
    run: async (world, node) => {
      const { projectId } = world;
      const sceneId = world.id('scene');
      const data = { ...plainScene, sceneId };
      await node.send(AddSceneHandler, new AddScene(projectId, data, world.context('add')));
    },
    between: (world, node) =>
      node.send(DeleteSceneHandler, new DeleteScene(world.projectId, { sceneId: world.id('scene') }, world.context())),
    makes: ['SceneAdded'],
  },
  {
    name: 'duplicating a scene under its key, whose original is deleted afterwards',
    covers: ['DuplicateScene'],
    setup: project,
    run: async (world, node) => {
      const data = { sceneId: world.sceneId, copyId: world.id('copy') };
      const command = new DuplicateScene(world.projectId, data, world.context('duplicate'));
      return (await node.send(DuplicateSceneHandler, command)).state.scenes[data.copyId]?.title;
    },
    between: (world, node) =>
      node.send(DeleteSceneHandler, new DeleteScene(world.projectId, { sceneId: world.sceneId }, world.context())),
    makes: ['SceneReordered'],
  },
  {
    name: 'deleting all scenes under its key, before others are added',
    covers: ['DeleteAllScenes'],
    setup: project,
    run: async (world, node) => (await deleteScenes(world, node, 'clear')).done.at(-1)?.count,
    between: (world, node) => world.scene(node),
    makes: ['AllScenesDeleted'],
  },
  {
    name: 'restoring all scenes under its key, before they are deleted again',
    covers: ['RestoreAllScenes'],
    setup: async (world, node) => {
      await world.project(node);
      await deleteScenes(world, node);
    },
    run: async (world, node) => {
      const command = new RestoreAllScenes(world.projectId, {}, world.context('restore'));
      await node.send(RestoreAllScenesHandler, command);
    },
    between: (world, node) => deleteScenes(world, node),
    makes: ['AllScenesRestored'],
  },
  {
    name: 'splitting a scene, before another is added',
    covers: ['SplitScene'],
    setup: async (world, node) => {
      await world.project(node);
      const words = { sceneId: world.sceneId, narration: 'Once. Then.' };
      await node.send(EditSceneHandler, new EditScene(world.projectId, words, world.context()));
    },
    run: async (world, node) => {
      const newIds: [string, string] = [world.id('first'), world.id('second')];
      const halves = { sceneId: world.sceneId, cutId: world.id('cut'), first: 'Once.', second: 'Then.', newIds };
      await node.send(SplitSceneHandler, new SplitScene(world.projectId, halves, world.context('split')));
    },
    between: (world, node) => world.scene(node),
    makes: ['SceneSplit', 'SceneReordered'],
  },
  {
    name: 'merging a scene with the next, before another is added',
    covers: ['MergeScenes'],
    setup: twoScenes,
    run: async (world, node) => void (await merge(world, node, 'merge')),
    between: (world, node) => world.scene(node),
    makes: ['ScenesMerged', 'SceneReordered'],
  },
  {
    name: 'undoing a merge, before another scene is added',
    covers: ['UndoCut'],
    setup: async (world, node) => {
      await twoScenes(world, node);
      await merge(world, node);
    },
    run: async (world, node) => {
      const command = new UndoCut(world.projectId, { cutId: world.id('cut') }, world.context('undo'));
      await node.send(UndoCutHandler, command);
    },
    between: (world, node) => world.scene(node),
    makes: ['SceneCutUndone', 'SceneReordered'],
  },
  {
    name: 'undoing the newest step, before another scene is added',
    covers: ['TakeStep'],
    setup: twoScenes,
    run: (world, node) => takeStep(world, node, 'undo', 'undo'),
    between: (world, node) => world.scene(node),
    makes: ['StepUndone', 'SceneDeleted'],
  },
  {
    name: 'redoing a step, before it is undone again',
    covers: ['TakeStep'],
    setup: async (world, node) => {
      await twoScenes(world, node);
      await takeStep(world, node, 'undo');
    },
    run: (world, node) => takeStep(world, node, 'redo', 'redo'),
    between: (world, node) => takeStep(world, node, 'undo'),
    makes: ['StepRedone', 'SceneRestored'],
  },
  {
    name: 'copying a version, which is deleted afterwards',
    covers: ['CopyVersion'],
    setup: twoScenes,
    run: (world, node) => copyVersion(world, node),
    between: async (world, node) =>
      void (await node.send(DeleteProjectHandler, new DeleteProject(world.id('copy'), {}, world.context()))),
    makes: ['ProjectCreated'],
  },
  {
    name: 'importing a project, which is deleted afterwards',
    covers: ['ImportProject'],
    run: async (world, node) => {
      const from = { exportedAt: '2026-11-28T07:00:00.000Z', author: 'Ann' };
      const data = { fields: NEW_PROJECT_FIELDS, scenes: [], from };
      await node.send(ImportProjectHandler, new ImportProject(world.projectId, data, world.context('import')));
    },
    between: async (world, node) =>
      void (await node.send(DeleteProjectHandler, new DeleteProject(world.projectId, {}, world.context()))),
    makes: ['ProjectCreated'],
  },
  {
    name: 'restoring a version, before another scene is added',
    covers: ['RestoreVersion'],
    setup: twoScenes,
    run: (world, node) => restoreVersion(world, node, 'restore'),
    between: (world, node) => world.scene(node),
    makes: ['VersionRestored', 'SceneDeleted'],
  },
  {
    name: 'adding an image under its key, which is removed afterwards',
    covers: ['AddImage'],
    setup: project,
    run: (world, node) => addImage(world, node, 'add'),
    between: (world, node) => removeImage(world, node),
    makes: ['ImageAdded'],
  },
  {
    name: 'removing the first image under its key, which makes another the first',
    covers: ['RemoveImage'],
    setup: project,
    run: async (world, node) => void (await removeImage(world, node, 'remove')),
    between: (world, node) => addImage(world, node),
    makes: ['ImageRemoved'],
  },
  {
    name: 'adding a video under its key, which is removed afterwards',
    covers: ['AddVideo'],
    setup: project,
    run: async (world, node) => {
      const command = new AddVideo(world.projectId, { ...clip, sceneId: world.sceneId }, world.context('add'));
      await node.send(AddVideoHandler, command);
    },
    between: (world, node) =>
      node.send(
        RemoveVideoHandler,
        new RemoveVideo(world.projectId, { sceneId: world.sceneId, videoId: 'clip' }, world.context()),
      ),
    makes: ['VideoAdded'],
  },
  {
    name: 'replacing a placeholder under its key',
    covers: ['ReplaceProcessingVideo'],
    setup: withPlaceholder,
    run: async (world, node) => {
      const { sceneId } = world;
      const data = { sceneId, processingVideoId: 'processing-elsewhere', completedVideo: clip };
      const context = world.context('replace');
      const command = new ReplaceProcessingVideo(world.projectId, data, context);
      await node.send(ReplaceProcessingVideoHandler, command);
    },
    between: (world, node) => world.scene(node),
    makes: ['ProcessingVideoReplaced'],
  },
  {
    name: 'storing a member in the library under its key, who is removed afterwards',
    covers: ['KeepInLibrary'],
    run: async (world, node) => {
      const mara = { id: world.id('mara'), kind: 'character', name: 'Mara', look: 'red coat', pictures: [] } as const;
      await node.send(
        KeepInLibraryHandler,
        new KeepInLibrary(world.userId, { ...mara, pictures: [] }, world.context('keep')),
      );
    },
    between: (world, node) =>
      node.send(
        RemoveFromLibraryHandler,
        new RemoveFromLibrary(world.userId, { id: world.id('mara') }, world.context()),
      ),
    makes: ['LibraryMemberKept'],
  },
  {
    name: 'adding a style under its key, which is deleted afterwards',
    covers: ['AddStyle'],
    run: async (world, node) => {
      const content = { name: 'Ink', description: null, imageUrl: 'https://example.com/i.png', prompt: null };
      const style = { ...content, category: 'Custom' as const, attributes: null };
      await node.send(AddStyleHandler, new AddStyle(world.id('style'), style, world.context('add')));
    },
    between: (world, node) => node.send(DeleteStyleHandler, new DeleteStyle(world.id('style'), {}, world.context())),
    makes: ['StyleAdded'],
  },
  {
    name: 'adding a ready-made style once for its owner',
    covers: ['AddReadyMadeStyle'],
    run: async (world, node) => {
      const id = readyMadeStyleId(world.userId, 'cut-paper');
      await node.send(AddReadyMadeStyleHandler, new AddReadyMadeStyle(id, { key: 'cut-paper' }, world.context('take')));
    },
    makes: ['StyleAdded'],
  },
];
