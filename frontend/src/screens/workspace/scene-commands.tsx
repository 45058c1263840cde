import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { Project, Scene } from '@storyreel/contracts';
import { useDeleteDialog } from '../../ui/delete-dialog';
import { lateDialog } from '../../ui/late-dialog';
import { useDeleteScene } from '../../domains/scenes/delete-scene';
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
          onClose={() => setOpenScene(null)}
        />
      )}
    </SceneCommandsContext>
  );
}
