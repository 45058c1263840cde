import type { Project, WorkspaceTab } from '@storyreel/contracts';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { Suspense, type ComponentType } from 'react';
import { lazyComponent } from '../../platform/lazy-component';
import { logError } from '../../platform/log';
import { Button, EmptyState, Skeleton, tokens } from '../../ui';

type Import = () => Promise<{ default: ComponentType<{ project: Project }> }>;
const panel = (fetch: Import) => ({ fetch, Shown: lazyComponent(async () => (await fetch()).default) });

const PANELS: Record<WorkspaceTab, ReturnType<typeof panel>> = {
  settings: panel(() => import('./settings/ContinuityTab')),
  story: panel(() => import('./story/StoryTab')),
  scenes: panel(() => import('./scenes/ScenesTab')),
  build: panel(() => import('./build/BuildTab')),
  board: panel(() => import('./board/BoardTab')),
  audio: panel(() => import('./audio/AudioTab')),
  create: panel(() => import('./create/CreateTab')),
  publish: panel(() => import('./publish/PublishTab')),
};

/** Fetches a tab's code while the pointer is on its way; a failure shows when the tab is opened. */
export const preloadTab = (tab: WorkspaceTab): Promise<unknown> => PANELS[tab].Shown.preload().catch(() => undefined);

interface TabPanelProps {
  project: Project;
  tab: WorkspaceTab;
}

/** The open tab. What goes wrong in it stays in it: the header, the other tabs and every text being written go on. */
export function TabPanel({ project, tab }: TabPanelProps) {
  function onCatch(error: unknown): void {
    logError(`The ${tab} tab could not be shown`, error);
    // A lazy component remembers its failure for good: the next attempt takes another.
    PANELS[tab] = panel(PANELS[tab].fetch);
  }
  return (
    <CatchBoundary key={tab} getResetKey={() => tab} onCatch={onCatch} errorComponent={TabError}>
      <Suspense fallback={<Skeleton height="480px" radius={tokens.radiusCard} />}>
        <LoadedPanel project={project} tab={tab} />
      </Suspense>
    </CatchBoundary>
  );
}

function LoadedPanel({ project, tab }: TabPanelProps) {
  const { Shown } = PANELS[tab];
  return <Shown project={project} />;
}

function TabError({ reset }: ErrorComponentProps) {
  return (
    <EmptyState
      title="Couldn't load this tab"
      line="Check your connection and try again. Nothing you typed is lost."
      action={
        <Button variant="primary" onClick={reset}>
          Try Again
        </Button>
      }
    />
  );
}
