import type { User } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKeys } from '../features/account/api';
import { useProject } from '../features/projects/api';
import { useDeletedProjects } from '../features/projects/deleted';
import type { AppSearch } from '../features/projects/search';
import { FIRST_TAB, useOpenProject } from '../features/projects/useOpenProject';
import { hasStatus } from '../platform/http/api-client';
import { useDocumentTitle } from '../platform/useDocumentTitle';
import { Button, EmptyState, Row } from '../ui';
import { lateDialog } from '../ui/late';
import { lateScreen, ScreenSkeleton } from './late-screen';
import type { AppRouter } from './router';

const DeletedProjects = lateDialog(
  async () => (await import('../features/projects/RecentlyDeletedDialog')).default,
  ({ onClose }) => onClose(),
);

/**
 * Tells the user that no project with this id can be opened, and where to restore it if the user has deleted it. The
 * list contains only the user's own deleted projects, so other users cannot tell a deleted project from one that never
 * existed.
 */
function ProjectNotFound({ projectId, onLeave }: { projectId: string; onLeave: () => void }) {
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

const ProjectDashboard = lateScreen(
  async () => (await import('../features/dashboard/ProjectDashboard')).ProjectDashboard,
);
const Workspace = lateScreen(async () => (await import('../features/workspace/Workspace')).default);

/** Preloads the code of the screen that '/' will show. */
export async function preloadHome({ project, tab = FIRST_TAB }: AppSearch): Promise<void> {
  const preloadTabCode = () => import('../features/workspace/TabPanel').then(({ preloadTab }) => preloadTab(tab));
  await Promise.all(project === undefined ? [ProjectDashboard.preload()] : [Workspace.preload(), preloadTabCode()]);
}

/** Screen of '/': the project list, or the workspace of the open project. */
export function HomeScreen() {
  const { projectId } = useOpenProject();
  return projectId ? <OpenWorkspace projectId={projectId} /> : <Dashboard />;
}

function Dashboard() {
  useDocumentTitle('Your Projects');
  return <ProjectDashboard />;
}

function OpenWorkspace({ projectId }: { projectId: string }) {
  const { tab, close } = useOpenProject();
  const { data: project, error } = useProject(projectId);
  useDocumentTitle(project?.title ?? 'Project');
  if (hasStatus(error, 404, 400)) return <ProjectNotFound projectId={projectId} onLeave={close} />;
  return <Workspace key={projectId} projectId={projectId} tab={tab} />;
}

/**
 * Loads the code of the first screen when the page's inlined data names the user, so that the screen renders at once
 * instead of after a spinner.
 */
export async function loadFirstScreen(queryClient: QueryClient, router: AppRouter): Promise<void> {
  const user = queryClient.getQueryCache().build<User | null>(queryClient, { queryKey: accountKeys.user }).state.data;
  if (!user) return;
  await router.load();
  const { pathname, search } = router.state.location;
  if (pathname === '/') await preloadHome(search);
}
