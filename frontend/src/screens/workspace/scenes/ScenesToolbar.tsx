import { Plus, Sparkles, Trash2 } from 'lucide-react';
import type { Project, Scene } from '@storyreel/contracts';
import { useRef, useState } from 'react';
import { Button, ConfirmDialog, Row, space } from '../../../ui';
import { BatchLine } from '../../../domains/batches/BatchLine';
import { useActiveBatch } from '../../../domains/batches/queries';
import { useStartBatch } from '../../../domains/batches/start-batch';
import { CostButton } from '../../../domains/zaps/CostButton';
import { useDeleteAllScenes } from '../../../domains/scenes/replace-all-scenes';
import { descriptionsCost } from '../../../domains/zaps/text-costs';
import { useFocusReturn } from '../../../ui/useFocusReturn';
import { useNextStep } from '../useNextStep';

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
  const step = useNextStep(project);
  const batch = useActiveBatch(project.id, 'descriptions');
  const start = useStartBatch(project);

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
    <Row gap={2} style={{ marginBottom: space(4) }}>
      <Button ref={addButton} icon={<Plus size={16} aria-hidden />} loading={isAdding} onClick={onAdd}>
        Add Scene
      </Button>
      {batch ? (
        <BatchLine batch={batch} />
      ) : (
        <CostButton
          cost={descriptionsCost(scenes.length)}
          variant={step === 'descriptions' ? 'primary' : 'secondary'}
          onAction={() => start.descriptions(scenes.map(({ id }) => id))}
          icon={<Sparkles size={16} aria-hidden />}
        >
          Create Descriptions
        </CostButton>
      )}
      <Button
        variant="ghost"
        icon={<Trash2 size={16} aria-hidden />}
        disabled={scenes.length === 0}
        onClick={() => setAsksToDelete(true)}
      >
        Delete Scenes
      </Button>
      <ConfirmDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        title="Delete All Scenes"
        body={`Are you sure you want to delete all ${scenes.length} scenes in this project? This action cannot be undone.`}
        confirmLabel="Delete All"
        destructive
        pending={deleteAll.isPending}
        onCloseAutoFocus={focusNext}
        onConfirm={() => deleteAll.mutate(undefined, { onSuccess: close })}
      />
    </Row>
  );
}
