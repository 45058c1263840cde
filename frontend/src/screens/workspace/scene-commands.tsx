import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { isBlank, NEW_SCENE, type Project, type Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useDeleteDialog } from '../../ui/delete-dialog';
import { lateDialog } from '../../ui/late-dialog';
import { dropNewScene, useDeleteScene } from '../../domains/scenes/delete-scene';
import { useAddScene, useDuplicateScene } from '../../domains/scenes/mutations';
import { useScenes } from '../../domains/scenes/queries';
import { currentSceneField } from '../../domains/scenes/useSceneAutosave';

const SceneDialog = lateDialog(
  async () => (await import('./SceneDialog')).default,
  ({ onClose }) => onClose(),
);

/** What rows, cards and the workspace's header can do with scenes. */
export interface SceneCommands {
  editScene(sceneId: string): void;
  /** Adds a scene at the end and opens it. */
  newScene(): void;
  isAdding: boolean;
  duplicateScene(scene: Scene): void;
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

/** Nobody has written or made anything in it. */
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
  const { ask } = useDeleteDialog();

  const commands = useMemo<SceneCommands>(
    () => ({
      editScene: (id) => setOpenScene({ id, isNew: false }),
      newScene: () => addScene(undefined, { onSuccess: ({ id }) => setOpenScene({ id, isNew: true }) }),
      isAdding,
      duplicateScene: (scene) => duplicate(scene),
      askToDelete: (scene) =>
        ask({
          kind: 'scene',
          name: currentSceneField(scene, 'title'),
          onConfirm: () => deleteScene(scene),
        }),
    }),
    [addScene, ask, deleteScene, duplicate, isAdding],
  );
  const shown = scenes.find(({ id }) => id === openScene?.id);
  const queryClient = useQueryClient();
  function close(): void {
    setOpenScene(null);
    // Left as it came, it was not wanted.
    if (openScene?.isNew && shown && isUntouched(shown)) void dropNewScene(queryClient, shown);
  }

  return (
    <SceneCommandsContext value={commands}>
      {children}
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
