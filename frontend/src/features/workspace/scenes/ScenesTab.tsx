import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  Button,
  ConfirmDialog,
  EmptyState,
  mobile,
  RESTORABLE,
  Row,
  Skeleton,
  space,
  tokens,
  Unreadable,
} from '../../../ui';
import { useFocusReturn } from '../../../ui/Dialog';
import { BatchLine } from '../../batches/BatchLine';
import { useActiveBatch } from '../../batches/api';
import { useCastMembers } from '../../cast/api';
import { NextStepButton } from '../../next-step/NextStep';
import { SceneSorter } from '../../scenes/SceneSorter';
import { useScenes } from '../../scenes/api';
import { useDeleteAllScenes } from '../../scenes/commands';
import { useSceneCommands } from '../scene-commands';
import { CreateDescriptions } from './CreateDescriptions';
import { ScenesTable } from './ScenesTable';

/* On a phone, the toolbar keeps two rows (the buttons and the next step) when a batch ends, so that nothing below it
   moves. */
const Toolbar = styled(Row)`
  margin-bottom: ${space(4)};
  & .way-on {
    margin-left: auto;
  }
  & .batch {
    flex: 0 1 560px;
    min-width: 0;
  }
  ${mobile} {
    &[data-batch='true'] {
      min-height: 96px;
    }
    & .batch {
      flex: 1 1 200px;
    }
  }
`;
/** On phones only the icon is shown, because the button stands beside the one for the next step. */
const IconOnPhones = styled(Button)`
  ${mobile} {
    width: 44px;
    padding: 0;
    & .words {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`;

export interface ScenesToolbarProps {
  project: Project;
  scenes: Scene[];
  onAdd: () => void;
  isAdding: boolean;
}

export function ScenesToolbar({ project, scenes, onAdd, isAdding }: ScenesToolbarProps) {
  const [asksToDelete, setAsksToDelete] = useState(false);
  const returnFocus = useFocusReturn(asksToDelete);
  const addButton = useRef<HTMLButtonElement>(null);
  const areGone = useRef(false);
  const deleteAll = useDeleteAllScenes(project.id);
  const batch = useActiveBatch(project.id, 'descriptions');

  function close(): void {
    areGone.current = true;
    setAsksToDelete(false);
  }
  /** Moves the focus after all scenes were deleted, since the button that opened the dialog is then disabled. */
  function focusNext(event: Event): void {
    if (!areGone.current) return returnFocus(event);
    areGone.current = false;
    event.preventDefault();
    addButton.current?.focus();
  }

  return (
    <Toolbar gap={2} data-batch={batch !== null}>
      {batch ? (
        <div className="batch">
          <BatchLine batch={batch} />
        </div>
      ) : (
        <CreateDescriptions project={project} scenes={scenes} />
      )}
      <IconOnPhones ref={addButton} icon={<Plus size={16} aria-hidden />} loading={isAdding} onClick={onAdd}>
        <span className="words">Add Scene</span>
      </IconOnPhones>
      <IconOnPhones
        variant="ghost"
        icon={<Trash2 size={16} aria-hidden />}
        disabled={scenes.length === 0}
        onClick={() => setAsksToDelete(true)}
      >
        <span className="words">Delete Scenes</span>
      </IconOnPhones>
      {!batch && scenes.length > 0 && (
        <div className="way-on">
          <NextStepButton project={project} tab="scenes" />
        </div>
      )}
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        title="Delete All Scenes"
        body={`Are you sure you want to delete all ${scenes.length} scenes in this project? ${RESTORABLE}`}
        confirmLabel="Delete All"
        destructive
        pending={deleteAll.isPending}
        onCloseAutoFocus={focusNext}
        onConfirm={() => deleteAll.mutate(undefined, { onSuccess: close })}
      />
    </Toolbar>
  );
}

const Ghost = styled.div`
  padding: ${space(3)} ${space(4)};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  font-weight: 550;
`;

/** Shows a project's scenes as a table. */
export default function ScenesTab({ project }: { project: Project }) {
  const { data: scenes, isError, refetch } = useScenes(project.id);
  const { newScene, isAdding } = useSceneCommands();
  const members = useCastMembers(project).filter(({ kind }) => kind === 'character');

  if (!scenes) {
    if (isError) return <Unreadable what="the scenes" retry={refetch} />;
    return (
      <div aria-busy="true" aria-label="Loading scenes">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="64px" />
        ))}
      </div>
    );
  }
  return (
    <>
      <ScenesToolbar project={project} scenes={scenes} onAdd={newScene} isAdding={isAdding} />
      {scenes.length === 0 ? (
        <EmptyState
          title="No scenes yet"
          line="Write a scene here, or create scenes from your story."
          action={
            <Row gap={2}>
              <NextStepButton project={project} tab="scenes" />
              <Button loading={isAdding} onClick={newScene}>
                Add First Scene
              </Button>
            </Row>
          }
        />
      ) : (
        <SceneSorter
          projectId={project.id}
          scenes={scenes}
          strategy={verticalListSortingStrategy}
          modifiers={[restrictToVerticalAxis]}
          renderDragged={(scene) => <Ghost>{scene.title.trim() || 'Untitled scene'}</Ghost>}
        >
          {(draggedId) => <ScenesTable scenes={scenes} members={members} draggedId={draggedId} />}
        </SceneSorter>
      )}
    </>
  );
}
