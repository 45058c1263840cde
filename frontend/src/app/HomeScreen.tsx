import { hasStatus } from '../platform/api-client';
import { useDocumentTitle } from '../platform/useDocumentTitle';
import { useProject } from '../domains/projects/queries';
import type { AppSearch } from '../domains/projects/search';
import { FIRST_TAB, useOpenProject } from '../domains/projects/useOpenProject';
import { lateScreen } from './late-screen';
import { ProjectNotFound } from './ProjectNotFound';

const ProjectDashboard = lateScreen(
  async () => (await import('../screens/dashboard/ProjectDashboard')).ProjectDashboard,
);
const Workspace = lateScreen(async () => (await import('../screens/workspace/Workspace')).default);

/** Fetches what '/' shows there, before it is rendered. */
export async function preloadHome({ project, tab = FIRST_TAB }: AppSearch): Promise<void> {
  const preloadTabCode = () => import('../screens/workspace/TabPanel').then(({ preloadTab }) => preloadTab(tab));
  await Promise.all(project === undefined ? [ProjectDashboard.preload()] : [Workspace.preload(), preloadTabCode()]);
}

/** '/': the list of projects, or the workspace of the open one. */
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
