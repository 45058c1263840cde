import type { Project, WorkspaceTab } from '@storyreel/contracts';
import type { ComponentType } from 'react';
import { Skeleton, tokens } from '../../ui';
import { faultOf, late } from '../../ui/late';

const TabFault = faultOf('this tab');
const panel = (fetch: () => Promise<{ default: ComponentType<{ project: Project }> }>) =>
  late(async () => (await fetch()).default, {
    Fault: TabFault,
    fallback: <Skeleton height="480px" radius={tokens.radiusCard} />,
  });

const PANELS: Record<WorkspaceTab, ReturnType<typeof panel>> = {
  settings: panel(() => import('./settings/ContinuityTab')),
  story: panel(() => import('../story/StoryTab')),
  scenes: panel(() => import('./scenes/ScenesTab')),
  build: panel(() => import('./build/BuildTab')),
  board: panel(() => import('./board/BoardTab')),
  audio: panel(() => import('../narration/AudioTab')),
  create: panel(() => import('./create/CreateTab')),
  publish: panel(() => import('./publish/PublishTab')),
};

/** Preloads a tab's code on hover; a failure is only shown when the tab is opened. */
export const preloadTab = (tab: WorkspaceTab): Promise<unknown> => PANELS[tab].preload();

interface TabPanelProps {
  project: Project;
  tab: WorkspaceTab;
}

/** The open tab. Its errors stay within it: the header, the other tabs and unsaved texts are not affected. */
export function TabPanel({ project, tab }: TabPanelProps) {
  const Panel = PANELS[tab];
  return <Panel key={tab} project={project} />;
}
