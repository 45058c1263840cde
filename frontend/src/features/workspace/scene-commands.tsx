import { isBlank, NEW_SCENE } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Clock, Combine, Copy, Ellipsis, Pencil, Scissors, Trash2 } from 'lucide-react';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton, Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui';
import { useDeleteDialog } from '../../ui/DeleteDialog';
import { lateDialog } from '../../ui/late';
import { sceneNumber, useScenes } from '../scenes/api';
import { dropNewScene, useAddScene, useDeleteScene, useDuplicateScene, useMergeScenes } from '../scenes/commands';
import { currentSceneField } from '../scenes/useSceneAutosave';

const SceneDialog = lateDialog(
  async () => (await import('./SceneDialog')).default,
  ({ onClose }) => onClose(),
);

const SplitSceneDialog = lateDialog(
  async () => (await import('./SplitSceneDialog')).default,
  ({ onClose }) => onClose(),
);

const SceneVersions = lateDialog(
  async () => (await import('../history/SceneVersions')).default,
  ({ onClose }) => onClose(),
);

/** Commands on scenes for rows, cards and the workspace header. */
export interface SceneCommands {
  editScene(sceneId: string): void;
  /** Adds a scene at the end and opens it. */
  newScene(): void;
  isAdding: boolean;
  duplicateScene(scene: Scene): void;
  showVersions(scene: Scene): void;
  splitScene(scene: Scene): void;
  mergeWithNext(scene: Scene): void;
  isLast(scene: Scene): boolean;
  askToDelete(scene: Scene): void;
}

const SceneCommandsContext = createContext<SceneCommands | null>(null);

export function useSceneCommands(): SceneCommands {
  const commands = useContext(SceneCommandsContext);
  if (!commands) throw new Error('useSceneCommands needs a SceneCommandsProvider around it');
  return commands;
}

interface OpenScene {
  id: string;
  isNew: boolean;
}

/** Returns true when nothing was written or made in the scene. */
function isUntouched(scene: Scene): boolean {
  const words = (['title', 'description', 'imagePrompt', 'videoPrompt'] as const).map((field) =>
    currentSceneField(scene, field),
  );
  const isAsMade = words[0] === NEW_SCENE.title && words[1] === NEW_SCENE.description && words.slice(2).every(isBlank);
  return isAsMade && scene.imageIds.length === 0 && scene.videos.length === 0;
}

export function SceneCommandsProvider({ project, children }: { project: Project; children: ReactNode }) {
  const { data: scenes = [] } = useScenes(project.id);
  const [openScene, setOpenScene] = useState<OpenScene | null>(null);
  const { mutate: addScene, isPending: isAdding } = useAddScene(project.id);
  const { mutate: duplicate } = useDuplicateScene();
  const { mutateAsync: deleteScene } = useDeleteScene();
  const { mutate: merge } = useMergeScenes();
  const [splitId, setSplitId] = useState<string | null>(null);
  const [versionsOf, setVersionsOf] = useState<string | null>(null);
  const lastId = scenes.at(-1)?.id;
  const { ask } = useDeleteDialog();

  const commands = useMemo<SceneCommands>(
    () => ({
      editScene: (id) => setOpenScene({ id, isNew: false }),
      newScene: () => addScene(undefined, { onSuccess: ({ id }) => setOpenScene({ id, isNew: true }) }),
      isAdding,
      duplicateScene: (scene) => duplicate(scene),
      showVersions: ({ id }) => setVersionsOf(id),
      splitScene: ({ id }) => setSplitId(id),
      mergeWithNext: (scene) => merge(scene),
      isLast: ({ id }) => lastId === id,
      askToDelete: (scene) =>
        ask({
          kind: 'scene',
          name: currentSceneField(scene, 'title'),
          onConfirm: () => deleteScene(scene),
        }),
    }),
    [addScene, ask, deleteScene, duplicate, isAdding, lastId, merge],
  );
  const split = scenes.find(({ id }) => id === splitId);
  const compared = scenes.find(({ id }) => id === versionsOf);
  const shown = scenes.find(({ id }) => id === openScene?.id);
  const queryClient = useQueryClient();
  function close(): void {
    setOpenScene(null);
    // A new scene that the user closes without a change was not wanted, so it is removed.
    if (openScene?.isNew && shown && isUntouched(shown)) void dropNewScene(queryClient, shown);
  }

  return (
    <SceneCommandsContext value={commands}>
      {children}
      {split && <SplitSceneDialog scene={split} onClose={() => setSplitId(null)} />}
      {compared && <SceneVersions scene={compared} onClose={() => setVersionsOf(null)} />}
      {openScene && shown && (
        <SceneDialog
          scene={shown}
          scenes={scenes}
          project={project}
          isNew={openScene.isNew}
          onShow={(id) => setOpenScene({ id, isNew: false })}
          onClose={close}
        />
      )}
    </SceneCommandsContext>
  );
}

export interface SceneMenuProps {
  scene: Scene;
  /** True for a card's menu, whose items name the scene: 'Edit Scene' instead of 'Edit'. */
  named?: boolean;
}

export function SceneMenu({ scene, named = false }: SceneMenuProps) {
  const { editScene, duplicateScene, showVersions, splitScene, mergeWithNext, isLast, askToDelete } =
    useSceneCommands();
  // A scene without words from the story and without narration cannot be split.
  const hasWords = !isBlank(scene.sourceText) || !isBlank(scene.narration ?? '');
  const thing = named ? ' Scene' : '';
  const chosen = useRef<(() => void) | null>(null);
  // Deferred until the closed menu has restored the focus, so that a dialog remembers the right element when it opens.
  function runChosen(): void {
    const run = chosen.current;
    chosen.current = null;
    if (run) window.setTimeout(run);
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={`Actions for scene ${sceneNumber(scene)}`}
          icon={<Ellipsis size={16} aria-hidden />}
          tooltip={false}
          data-scene-return={scene.id}
          data-delete-menu="scene"
          onClick={(event) => event.stopPropagation()}
        />
      </MenuTrigger>
      <MenuContent onCloseAutoFocus={runChosen}>
        <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => (chosen.current = () => editScene(scene.id))}>
          Edit{thing}
        </MenuItem>
        <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={() => (chosen.current = () => duplicateScene(scene))}>
          Duplicate{thing}
        </MenuItem>
        <MenuItem icon={<Clock size={16} aria-hidden />} onSelect={() => (chosen.current = () => showVersions(scene))}>
          {named ? 'Scene Versions' : 'Versions'}
        </MenuItem>
        {hasWords && (
          <MenuItem
            icon={<Scissors size={16} aria-hidden />}
            onSelect={() => (chosen.current = () => splitScene(scene))}
          >
            Split{thing}
          </MenuItem>
        )}
        {hasWords && !isLast(scene) && (
          <MenuItem
            icon={<Combine size={16} aria-hidden />}
            onSelect={() => (chosen.current = () => mergeWithNext(scene))}
          >
            Merge with Next
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<Trash2 size={16} aria-hidden />}
          tone="danger"
          onSelect={() => (chosen.current = () => askToDelete(scene))}
        >
          Delete{thing}
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
