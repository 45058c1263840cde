import { useState } from 'react';
import { useDeletedProjects } from '../domains/deleted/queries';
import { Button, EmptyState, Row } from '../ui';
import { lateDialog } from '../ui/late-dialog';
import { ScreenSkeleton } from './ScreenSkeleton';

const DeletedProjects = lateDialog(
  async () => (await import('../domains/deleted/DeletedProjects')).default,
  ({ onClose }) => onClose(),
);

/**
 * No project of that id can be opened. Whoever deleted it is led to where it can be restored; to anybody else a deleted
 * project is as one that never was, for the list has one's own alone.
 */
export function ProjectNotFound({ projectId, onLeave }: { projectId: string; onLeave: () => void }) {
  const { data, isPending } = useDeletedProjects();
  const [showsDeleted, setShowsDeleted] = useState(false);
  const deleted = data?.find(({ id }) => id === projectId);
  if (isPending) return <ScreenSkeleton />;
  if (!deleted) {
    return (
      <EmptyState
        level={1}
        title="Project not found"
        line="It may have been deleted, or it belongs to another account."
        action={
          <Button variant="primary" onClick={onLeave}>
            Back to Your Projects
          </Button>
        }
      />
    );
  }
  return (
    <>
      <EmptyState
        level={1}
        title="This project was deleted"
        line={`“${deleted.title.trim() || 'Untitled Project'}” can still be restored with its scenes.`}
        action={
          <Row gap={2} style={{ justifyContent: 'center' }}>
            <Button variant="primary" onClick={() => setShowsDeleted(true)}>
              Open Recently Deleted
            </Button>
            <Button onClick={onLeave}>Back to Your Projects</Button>
          </Row>
        }
      />
      {showsDeleted && <DeletedProjects onClose={() => setShowsDeleted(false)} />}
    </>
  );
}
