import { lazy, Suspense } from 'react';
import { hasStatus } from '../platform/api-client';
import { useDocumentTitle } from '../platform/useDocumentTitle';
import { useProject } from '../domains/projects/queries';
import { useOpenProject } from '../domains/projects/useOpenProject';
import { Button, EmptyState } from '../ui';
import { ScreenSkeleton } from './ScreenSkeleton';

const ProjectDashboard = lazy(() =>
  import('../screens/dashboard/ProjectDashboard').then(({ ProjectDashboard }) => ({ default: ProjectDashboard })),
);
const Workspace = lazy(() => import('../screens/workspace/Workspace'));

/** '/': the list of projects, or the workspace of the open one. */
export function HomeScreen() {
  const { projectId } = useOpenProject();
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      {projectId ? <OpenWorkspace projectId={projectId} /> : <Dashboard />}
    </Suspense>
  );
}

function Dashboard() {
  useDocumentTitle('Your Projects');
  return <ProjectDashboard />;
}

function OpenWorkspace({ projectId }: { projectId: string }) {
  const { tab, close } = useOpenProject();
  const { data: project, error } = useProject(projectId);
  useDocumentTitle(project?.title ?? 'Project');
  if (hasStatus(error, 404, 400)) {
    return (
      <EmptyState
        title="This project is not here"
        line="It may have been deleted, or it belongs to another account."
        action={
          <Button variant="primary" onClick={close}>
            Back to your projects
          </Button>
        }
      />
    );
  }
  return <Workspace key={projectId} projectId={projectId} tab={tab} />;
}
