import styled from '@emotion/styled';
import { DOT_TITLES, RATIOS, tabColour, WORKSPACE_TABS } from '@storyreel/contracts';
import type { Project, WorkspaceTab } from '@storyreel/contracts';
import { useEffect } from 'react';
import { useIsPrerender } from '../../platform/prerender/prerender';
import {
  mobile,
  Skeleton,
  space,
  Stack,
  StatusDot,
  Tabs,
  TabsContent,
  TabsList,
  TabsTrigger,
  tokens,
  Unreadable,
} from '../../ui';
import { RefreshBar } from '../batches/RefreshBar';
import { NextStepBar } from '../next-step/NextStep';
import { useProject, useProjectPosts } from '../projects/api';
import { useOpenProject } from '../projects/useOpenProject';
import { preloadTab, TabPanel } from './TabPanel';
import { WorkspaceHeader } from './WorkspaceHeader';
import { SceneCommandsProvider } from './scene-commands';
import { useTabScroll } from './useTabScroll';

/** Subtitles tell the project's 'Settings' from the account's, and 'Build' from 'Create'. */
const TABS: Record<WorkspaceTab, { name: string; subtitle: string }> = {
  settings: { name: 'Settings', subtitle: 'Characters and style' },
  story: { name: 'Story', subtitle: 'Your text' },
  scenes: { name: 'Scenes', subtitle: 'Outline' },
  build: { name: 'Build', subtitle: 'Images and clips' },
  board: { name: 'Board', subtitle: 'Overview' },
  audio: { name: 'Audio', subtitle: 'Narration' },
  create: { name: 'Create', subtitle: 'Final video' },
  publish: { name: 'Publish', subtitle: 'Share it' },
};

const StickyList = styled(TabsList)`
  position: sticky;
  top: 56px;
  z-index: 12;
  background: ${tokens.surface0};
  /* Centres the open tab without a script. */
  &[data-snaps] {
    scroll-snap-type: x mandatory;
    & > [aria-selected='true'] {
      scroll-snap-align: center;
    }
  }
`;

const Tab = styled(TabsTrigger)`
  display: inline-grid;
  grid-template-columns: auto 1fr;
  min-height: 52px;
  align-content: center;
  justify-items: start;
  row-gap: 0;
  & small {
    grid-column: 1 / -1;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    font-weight: 400;
    line-height: 16px;
  }
  /* Full-bleed tab. */
  ${mobile} {
    min-height: 44px;
    & small {
      display: none;
    }
  }
`;

/** Tabs that place the button for the next step themselves. */
const SHOWS_THE_WAY_ON: readonly WorkspaceTab[] = ['scenes', 'audio'];

const isTab = (value: string): value is WorkspaceTab => WORKSPACE_TABS.some((tab) => tab === value);

export function WorkspaceTabs({ project, tab }: { project: Project; tab: WorkspaceTab }) {
  const { setTab } = useOpenProject();
  const posts = useProjectPosts(project.id);
  const bar = useTabScroll(tab);
  const isFirstLook = useIsPrerender();
  return (
    <Tabs value={tab} onValueChange={(value) => isTab(value) && setTab(value)}>
      <StickyList ref={bar} data-snaps={isFirstLook || undefined} aria-label="Parts of the project">
        {WORKSPACE_TABS.map((name) => {
          const colour = tabColour(name, { ...project, posts });
          return (
            <Tab
              key={name}
              value={name}
              data-tab={name}
              title={name === 'settings' ? 'Continuity Details' : undefined}
              onPointerEnter={() => void preloadTab(name)}
            >
              <span>{TABS[name].name}</span>
              <StatusDot colour={colour} title={DOT_TITLES[colour]} quiet={colour === 'red'} />
              <small>{TABS[name].subtitle}</small>
            </Tab>
          );
        })}
      </StickyList>
      <TabsContent value={tab}>
        {!SHOWS_THE_WAY_ON.includes(tab) && <NextStepBar project={project} tab={tab} />}
        <TabPanel project={project} tab={tab} />
      </TabsContent>
    </Tabs>
  );
}

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

/** Shows an open project: its header and its eight tabs. */
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

/**
 * Sets the format of all frames for the project's pictures, including those in dialogs: `--frame`, and the width at a
 * height of 1.
 */
function useFrame({ film: { format } }: Project): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const properties = { '--frame': format.replace(':', ' / '), '--frame-width': String(RATIOS[format]) };
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    return () => {
      for (const name of Object.keys(properties)) style.removeProperty(name);
    };
  }, [format]);
}

function OpenProject({ project, tab }: { project: Project; tab: WorkspaceTab }) {
  useFrame(project);
  return (
    <SceneCommandsProvider project={project}>
      <WorkspaceHeader project={project} />
      <RefreshBar project={project} />
      <WorkspaceTabs project={project} tab={tab} />
    </SceneCommandsProvider>
  );
}
