import type { Project } from '@storyreel/contracts';
import { ProjectMenu } from './ProjectMenu';
import { useProjectActions } from './useProjectActions';

/** The menu of the open project, for the workspace's header. */
export function OpenProjectMenu({ project }: { project: Project }) {
  return <ProjectMenu project={project} actions={useProjectActions()} kind="workspace" />;
}
