import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { WorkspaceTab } from '@storyreel/contracts';
import { useOpenProject } from '../features/projects/useOpenProject';
import { readSearch } from '../features/projects/search';
import { DeleteDialogProvider } from '../ui/DeleteDialog';
import Workspace from '../features/workspace/Workspace';
import { PROJECT_ID } from './media-fixtures';
import { renderApp, type RenderedApp } from './render-app';

function Home() {
  const { projectId, tab } = useOpenProject();
  return (
    <DeleteDialogProvider>
      <main id="main" tabIndex={-1}>
        {projectId ? <Workspace projectId={projectId} tab={tab} /> : <h1>Your Projects</h1>}
      </main>
    </DeleteDialogProvider>
  );
}

export interface RenderedWorkspace extends RenderedApp {
  /** Returns the current query string. */
  search: () => string;
  /** Presses the browser's Back button. */
  back: () => void;
}

/** Opens the test project on a tab, with the real router, dialogs and toasts, but without a socket. */
export function renderWorkspace(tab: WorkspaceTab, options: { fakeTimers?: boolean } = {}): RenderedWorkspace {
  // jsdom has no layout, so it cannot scroll.
  window.scrollTo = () => {};
  const history = createMemoryHistory({ initialEntries: [`/?project=${PROJECT_ID}&tab=${tab}`] });
  const root = createRootRoute({ component: Home, validateSearch: readSearch });
  const router = createRouter({ routeTree: root, history });
  const app = renderApp(<RouterProvider router={router} />, options);
  return { ...app, search: () => history.location.search, back: () => history.back() };
}
