import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { restrictToVerticalAxis } from '@dnd-kit/modifiers';
import styled from '@emotion/styled';
import type { Project } from '@storyreel/contracts';
import { Button, EmptyState, Row, Skeleton, space, tokens, Unreadable } from '../../../ui';
import { useAddScene } from '../../../domains/scenes/mutations';
import { useScenes } from '../../../domains/scenes/queries';
import { SceneSorter } from '../../../domains/scenes/SceneSorter';
import { NextStepButton } from '../NextStep';
import { ScenesTable } from './ScenesTable';
import { ScenesToolbar } from './ScenesToolbar';

const Ghost = styled.div`
  padding: ${space(3)} ${space(4)};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  font-weight: 550;
`;

/** The scenes of a project as a table. */
export default function ScenesTab({ project }: { project: Project }) {
  const { data: scenes, isError, refetch } = useScenes(project.id);
  const { mutate: addScene, isPending: isAdding } = useAddScene(project.id);

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
      <ScenesToolbar project={project} scenes={scenes} onAdd={() => addScene()} isAdding={isAdding} />
      {scenes.length === 0 ? (
        <EmptyState
          title="No scenes yet"
          line="Write a scene here, or create scenes from your story."
          action={
            <Row gap={2}>
              <NextStepButton project={project} tab="scenes" />
              <Button loading={isAdding} onClick={() => addScene()}>
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
          {(draggedId) => <ScenesTable scenes={scenes} draggedId={draggedId} />}
        </SceneSorter>
      )}
    </>
  );
}
