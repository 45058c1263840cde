import styled from '@emotion/styled';
import { Plus, Trash2 } from 'lucide-react';
import type { Project, Scene } from '@storyreel/contracts';
import { useRef, useState } from 'react';
import { Button, ConfirmDialog, mobile, RESTORABLE, Row, space } from '../../../ui';
import { BatchLine } from '../../../domains/batches/BatchLine';
import { useActiveBatch } from '../../../domains/batches/queries';
import { useDeleteAllScenes } from '../../../domains/scenes/replace-all-scenes';
import { useFocusReturn } from '../../../ui/useFocusReturn';
import { NextStepButton } from '../NextStep';
import { CreateDescriptions } from './CreateDescriptions';

/* Nothing below it moves on a phone when a batch ends: its two rows are then those of the buttons and of the way on. */
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
/** On phones its icon alone, beside what is next. */
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
  /** With the last scene the button that asked has nothing left to do. */
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
