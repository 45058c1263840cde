import styled from '@emotion/styled';
import { DOT_TITLES, dotColour, WORKSPACE_TABS, type Project, type WorkspaceTab } from '@storyreel/contracts';
import { lazy, Suspense, type ComponentType } from 'react';
import { useOpenProject } from '../projects/useOpenProject';
import { Skeleton, StatusDot, Tabs, TabsContent, TabsList, TabsTrigger, tokens } from '../ui';
import { useTabScroll } from './useTabScroll';

type PanelModule = { default: ComponentType<{ project: Project }> };

const TAB_NAMES: Record<WorkspaceTab, string> = {
  settings: 'Settings',
  story: 'Story',
  scenes: 'Scenes',
  build: 'Build',
  board: 'Board',
  audio: 'Audio',
  create: 'Create',
  publish: 'Publish',
};

const LOADERS: Record<WorkspaceTab, () => Promise<PanelModule>> = {
  settings: () => import('../continuity/ContinuityTab'),
  story: () => import('../story/StoryTab'),
  scenes: () => import('../scenes/ScenesTab'),
  build: () => import('../build/BuildTab'),
  board: () => import('../board/BoardTab'),
  audio: () => import('../audio/AudioTab').then(({ AudioTab }) => ({ default: AudioTab })),
  create: () => import('../create/CreateTab').then(({ CreateTab }) => ({ default: CreateTab })),
  publish: () => import('../publish/PublishTab').then(({ PublishTab }) => ({ default: PublishTab })),
};
const PANELS: Record<WorkspaceTab, ComponentType<{ project: Project }>> = {
  settings: lazy(LOADERS.settings),
  story: lazy(LOADERS.story),
  scenes: lazy(LOADERS.scenes),
  build: lazy(LOADERS.build),
  board: lazy(LOADERS.board),
  audio: lazy(LOADERS.audio),
  create: lazy(LOADERS.create),
  publish: lazy(LOADERS.publish),
};
/** Fetches a tab's code while the pointer is on its way; a failure shows when the tab is opened. */
const preload = (tab: WorkspaceTab): void => void LOADERS[tab]().catch(() => undefined);

const StickyList = styled(TabsList)`
  position: sticky;
  top: 56px;
  z-index: 12;
  background: ${tokens.surface0};
`;

const isTab = (value: string): value is WorkspaceTab => WORKSPACE_TABS.some((tab) => tab === value);

export function WorkspaceTabs({ project, tab }: { project: Project; tab: WorkspaceTab }) {
  const { setTab } = useOpenProject();
  const bar = useTabScroll(tab);
  const Panel = PANELS[tab];
  return (
    <Tabs value={tab} onValueChange={(value) => isTab(value) && setTab(value)}>
      <StickyList ref={bar} aria-label="Parts of the project">
        {WORKSPACE_TABS.map((name) => {
          const colour = dotColour(name, project);
          return (
            <TabsTrigger
              key={name}
              value={name}
              title={name === 'settings' ? 'Continuity Details' : undefined}
              onPointerEnter={() => preload(name)}
            >
              {TAB_NAMES[name]}
              <StatusDot colour={colour} title={DOT_TITLES[colour]} />
            </TabsTrigger>
          );
        })}
      </StickyList>
      <TabsContent value={tab}>
        <Suspense fallback={<Skeleton height="480px" radius={tokens.radiusCard} />}>
          <Panel project={project} />
        </Suspense>
      </TabsContent>
    </Tabs>
  );
}
