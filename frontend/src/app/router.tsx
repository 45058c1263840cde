import type { Role } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryCacheNotifyEvent } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps, RouteComponent, RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readSettingsSearch, refreshUser, useUser } from '../features/account/api';
import { readAuditSearch } from '../features/audit/address';
import { readPostSearch, readSearch, readSocialSearch, readZapsSearch } from '../features/projects/search';
import { readRunsSearch } from '../features/runs/search';
import { hasStatus } from '../platform/http/api-client';
import { logError } from '../platform/log';
import { Button, EmptyState } from '../ui';
import { Screen } from '../ui/Screen';
import { HomeScreen } from './HomeScreen';
import { lateScreen, ScreenSkeleton } from './late-screen';
import { UserGate } from './shell/UserGate';

function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <Screen title="Page Not Found">
      <EmptyState
        drawing="compass"
        title="We couldn't find that page"
        line="This page does not exist. Check the address, or go back to your projects."
        action={
          <Button variant="primary" onClick={() => void navigate({ to: '/', search: {} })}>
            Back to Your Projects
          </Button>
        }
      />
    </Screen>
  );
}

const saysNotFound = (event: QueryCacheNotifyEvent): boolean =>
  event.type === 'updated' && event.action.type === 'error' && hasStatus(event.action.error, 404);

/** Shows a screen to users with a role; for everybody else the address does not exist. */
function forRole(role: Role, Screen: RouteComponent): RouteComponent {
  function ScreenForRole() {
    const queryClient = useQueryClient();
    const { data: user } = useUser();
    // Reads the user again after a 404: an open screen gets that status when the user's role has been revoked.
    useEffect(
      () => queryClient.getQueryCache().subscribe((event) => void (saysNotFound(event) && refreshUser(queryClient))),
      [queryClient],
    );
    return user?.roles.includes(role) ? <Screen /> : <NotFoundScreen />;
  }
  // Lets the router load the screen's code before it shows the address.
  return Object.assign(ScreenForRole, { preload: Screen.preload });
}

function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => logError('A screen failed', error), [error]);
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <EmptyState
      drawing="compass"
      title="Something went wrong"
      line="Your saved work is safe. Try again, or reload the page."
      action={
        <Button variant="primary" onClick={again}>
          Try Again
        </Button>
      }
    />
  );
}

const rootRoute = createRootRoute({
  component: UserGate,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenError,
  validateSearch: readSearch,
});
const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeScreen });

/** Makes a route without search parameters. */
const screen = <Path extends string>(path: Path, load: () => Promise<RouteComponent>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lateScreen(load) });

const createPost = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-post',
  validateSearch: readPostSearch,
  component: lateScreen(async () => (await import('../features/posts/composer/CreatePostScreen')).CreatePostScreen),
});

const social = createRoute({
  getParentRoute: () => rootRoute,
  path: '/social',
  validateSearch: readSocialSearch,
  component: lateScreen(async () => (await import('../features/posts/social/SocialScreen')).SocialScreen),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: readSettingsSearch,
  component: lateScreen(async () => (await import('../features/account/SettingsScreen')).SettingsScreen),
});

const zaps = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits',
  validateSearch: readZapsSearch,
  component: lateScreen(async () => (await import('../features/credits/ZapsScreen')).ZapsScreen),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: forRole(
    'finance',
    lateScreen(async () => (await import('../features/audit/AuditScreen')).AuditScreen),
  ),
});

const runs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: forRole(
    'developer',
    lateScreen(async () => (await import('../features/runs/RunsScreen')).RunsScreen),
  ),
});

/** Redirects an address that people may type or may have bookmarked. */
const projects = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: () => <Navigate to="/" search={{}} replace />,
});

const routeTree = rootRoute.addChildren([
  home,
  projects,
  screen('/research', async () => (await import('../features/research/ResearchScreen')).ResearchScreen),
  social,
  screen('/social/published', async () => (await import('../features/posts/social/PublishedScreen')).PublishedScreen),
  createPost,
  screen('/calendar', async () => (await import('../features/posts/calendar/CalendarScreen')).CalendarScreen),
  screen('/styles', async () => (await import('../features/styles/StylesScreen')).StylesScreen),
  settings,
  zaps,
  audit,
  runs,
]);

/** Creates the router. The default history is the browser's; tests pass their own. */
export function createAppRouter(history?: RouterHistory, scrollRestoration = true) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: ScreenError,
    scrollRestoration,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
