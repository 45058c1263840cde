import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { readAuditSearch } from '../domains/audit/search';
import { readPostSearch, readSearch, readSocialSearch, readZapsSearch } from '../domains/projects/search';
import { readRunsSearch } from '../domains/runs/search';
import { NotFoundScreen } from './shell/NotFoundScreen';
import { UserGate } from './shell/UserGate';
import { forRole } from './for-role';
import { HomeScreen } from './HomeScreen';
import { lateScreen } from './late-screen';
import { ScreenError } from './ScreenError';
import { ScreenSkeleton } from './ScreenSkeleton';

const rootRoute = createRootRoute({
  component: UserGate,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenError,
  validateSearch: readSearch,
});
const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeScreen });

/** A screen with nothing to read in its address. */
const screen = <Path extends string>(path: Path, load: () => Promise<RouteComponent>) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: lateScreen(load) });

const createPost = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-post',
  validateSearch: readPostSearch,
  component: lateScreen(async () => (await import('../screens/create-post/CreatePostScreen')).CreatePostScreen),
});

const social = createRoute({
  getParentRoute: () => rootRoute,
  path: '/social',
  validateSearch: readSocialSearch,
  component: lateScreen(async () => (await import('../screens/social/SocialScreen')).SocialScreen),
});

const zaps = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits',
  validateSearch: readZapsSearch,
  component: lateScreen(async () => (await import('../screens/zaps/ZapsScreen')).ZapsScreen),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: forRole(
    'finance',
    lateScreen(async () => (await import('../screens/audit/AuditScreen')).AuditScreen),
  ),
});

const runs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: forRole(
    'developer',
    lateScreen(async () => (await import('../screens/runs/RunsScreen')).RunsScreen),
  ),
});

/** What people type or remember. */
const projects = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects',
  component: () => <Navigate to="/" search={{}} replace />,
});

const routeTree = rootRoute.addChildren([
  home,
  projects,
  screen('/research', async () => (await import('../screens/research/ResearchScreen')).ResearchScreen),
  social,
  screen('/social/published', async () => (await import('../screens/social/PublishedScreen')).PublishedScreen),
  createPost,
  screen('/calendar', async () => (await import('../screens/calendar/CalendarScreen')).CalendarScreen),
  screen('/styles', async () => (await import('../screens/styles/StylesScreen')).StylesScreen),
  screen('/settings', async () => (await import('../screens/settings/SettingsScreen')).SettingsScreen),
  zaps,
  audit,
  runs,
]);

/** A history of its own is for tests; the browser's is the default. */
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
