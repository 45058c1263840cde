import type { Project } from '@storyreel/contracts';
import { ProjectMenu, type ProjectMenuProps } from './ProjectMenu';
import { useProjectActions } from './useProjectActions';

type OpenProjectMenuProps = { project: Project } & Required<Pick<ProjectMenuProps, 'onRecentlyDeleted'>>;

/** The menu of the open project, for the workspace's header. */
export function OpenProjectMenu(props: OpenProjectMenuProps) {
  return <ProjectMenu {...props} actions={useProjectActions()} kind="workspace" />;
}
