import { ProjectMenu, type ProjectMenuProps } from './ProjectMenu';
import { useProjectActions } from './useProjectActions';

type OpenProjectMenuProps = Required<Pick<ProjectMenuProps, 'project' | 'onRecentlyDeleted'>>;

/** The menu of the open project, for the workspace's header. */
export function OpenProjectMenu(props: OpenProjectMenuProps) {
  return <ProjectMenu {...props} actions={useProjectActions()} kind="workspace" />;
}
