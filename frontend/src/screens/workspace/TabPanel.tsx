import type { Project, WorkspaceTab } from '@storyreel/contracts';
import {
  Component,
  lazy,
  Suspense,
  useState,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { logError } from '../../platform/log';
import { Button, EmptyState, Skeleton, tokens } from '../../ui';

type Panel = ComponentType<{ project: Project }>;
type PanelModule = { default: Panel };

const LOADERS: Record<WorkspaceTab, () => Promise<PanelModule>> = {
  settings: () => import('./settings/ContinuityTab'),
  story: () => import('./story/StoryTab'),
  scenes: () => import('./scenes/ScenesTab'),
  build: () => import('./build/BuildTab'),
  board: () => import('./board/BoardTab'),
  audio: () => import('./audio/AudioTab').then(({ AudioTab }) => ({ default: AudioTab })),
  create: () => import('./create/CreateTab').then(({ CreateTab }) => ({ default: CreateTab })),
  publish: () => import('./publish/PublishTab').then(({ PublishTab }) => ({ default: PublishTab })),
};
const PANELS: Record<WorkspaceTab, LazyExoticComponent<Panel>> = {
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
export const preloadTab = (tab: WorkspaceTab): void => void LOADERS[tab]().catch(() => undefined);

interface BoundaryProps {
  tab: WorkspaceTab;
  retry: () => void;
  children: ReactNode;
}

/** What goes wrong in a tab stays in it: the header, the other tabs and every text that is being written go on. */
class TabBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    logError(`The ${this.props.tab} tab could not be shown`, error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        title="This tab could not be loaded"
        line="Check your connection and try again. Nothing you typed is lost."
        action={
          <Button variant="primary" onClick={this.props.retry}>
            Try again
          </Button>
        }
      />
    );
  }
}

/** The open tab. A tab whose code could not be fetched is fetched again without a reload of the page. */
export function TabPanel({ project, tab }: { project: Project; tab: WorkspaceTab }) {
  const [attempt, setAttempt] = useState(0);
  const Shown = PANELS[tab];
  function retry(): void {
    // A lazy component remembers its failure for good.
    PANELS[tab] = lazy(LOADERS[tab]);
    setAttempt((before) => before + 1);
  }
  return (
    <TabBoundary key={`${tab}/${attempt}`} tab={tab} retry={retry}>
      <Suspense fallback={<Skeleton height="480px" radius={tokens.radiusCard} />}>
        <Shown project={project} />
      </Suspense>
    </TabBoundary>
  );
}
