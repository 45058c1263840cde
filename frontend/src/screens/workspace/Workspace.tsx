import styled from '@emotion/styled';
import type { Project, WorkspaceTab } from '@storyreel/contracts';
import { useProject } from '../../domains/projects/queries';
import { mobile, Skeleton, space, Stack, tokens, Unreadable } from '../../ui';
import { SceneCommandsProvider } from './scene-commands';
import { WorkspaceHeader } from './WorkspaceHeader';
import { WorkspaceTabs } from './WorkspaceTabs';

const Page = styled.div`
  /* Pixels that the shell's header and the tabs cover at the top of the window. */
  --covered-top: 109px;
  padding: ${space(4)} ${tokens.gutter} ${space(16)};
  ${mobile} {
    --covered-top: 101px;
  }
`;

export interface WorkspaceProps {
  projectId: string;
  tab: WorkspaceTab;
}

/** An open project: its header and its eight tabs. */
export default function Workspace({ projectId, tab }: WorkspaceProps) {
  const { data: project, isError, refetch } = useProject(projectId);
  return (
    <Page>
      {project ? (
        <OpenProject project={project} tab={tab} />
      ) : isError ? (
        <Unreadable what="the project" retry={refetch} />
      ) : (
        <Stack gap={4} aria-busy="true" aria-label="Loading the project">
          <Skeleton width="280px" height="32px" />
          <Skeleton width="420px" height="20px" />
          <Skeleton height="40px" />
          <Skeleton height="480px" radius={tokens.radiusCard} />
        </Stack>
      )}
    </Page>
  );
}

function OpenProject({ project, tab }: { project: Project; tab: WorkspaceTab }) {
  return (
    <SceneCommandsProvider project={project}>
      <WorkspaceHeader project={project} />
      <WorkspaceTabs project={project} tab={tab} />
    </SceneCommandsProvider>
  );
}
