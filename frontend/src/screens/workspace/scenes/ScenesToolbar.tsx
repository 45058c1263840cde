import styled from '@emotion/styled';
import { Plus, Sparkles, Trash2, X } from 'lucide-react';
import type { Project, Scene } from '@storyreel/contracts';
import { useState } from 'react';
import { Button, ConfirmDialog, Progress, Row, space, tokens } from '../../../ui';
import { CostButton } from '../../../domains/zaps/CostButton';
import { useDescriptionRun } from '../../../domains/scenes/description-run';
import { useDeleteAllScenes } from '../../../domains/scenes/replace-all-scenes';
import { descriptionsCost } from '../../../domains/zaps/text-costs';
import { useFocusReturn } from '../../../ui/useFocusReturn';

const Running = styled.div`
  display: grid;
  grid-template-columns: minmax(160px, 1fr) auto;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  min-width: min(360px, 100%);
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
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
  const deleteAll = useDeleteAllScenes(project.id);
  const run = useDescriptionRun(project);

  return (
    <Row gap={2} style={{ marginBottom: space(4) }}>
      <Button variant="primary" icon={<Plus size={16} aria-hidden />} loading={isAdding} onClick={onAdd}>
        Add Scene
      </Button>
      {run.progress ? (
        <Running>
          <span role="status">
            Generating {run.progress.finished}/{run.progress.total} descriptions...
          </span>
          <Button size="small" icon={<X size={16} aria-hidden />} onClick={run.cancel}>
            Cancel
          </Button>
          <Progress value={run.progress.finished / run.progress.total} label="Descriptions generated" />
        </Running>
      ) : (
        <CostButton
          cost={descriptionsCost(scenes.length)}
          onAction={() => run.start(scenes)}
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
        onCloseAutoFocus={returnFocus}
        onConfirm={() => deleteAll.mutate(undefined, { onSuccess: () => setAsksToDelete(false) })}
      />
    </Row>
  );
}
