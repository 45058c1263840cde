import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
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
import { ScreenError } from './ScreenError';
import { ScreenSkeleton } from './ScreenSkeleton';

const rootRoute = createRootRoute({
  component: UserGate,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenError,
  validateSearch: readSearch,
});
const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeScreen });

/** A screen that is fetched when its address is opened, or is about to be. */
const screen = <Path extends string, Name extends string>(
  path: Path,
  name: Name,
  load: () => Promise<Record<Name, RouteComponent>>,
) => createRoute({ getParentRoute: () => rootRoute, path, component: lazyRouteComponent(load, name) });

const createPost = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-post',
  validateSearch: readPostSearch,
  component: lazyRouteComponent(() => import('../screens/create-post/CreatePostScreen'), 'CreatePostScreen'),
});

const social = createRoute({
  getParentRoute: () => rootRoute,
  path: '/social',
  validateSearch: readSocialSearch,
  component: lazyRouteComponent(() => import('../screens/social/SocialScreen'), 'SocialScreen'),
});

const zaps = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits',
  validateSearch: readZapsSearch,
  component: lazyRouteComponent(() => import('../screens/zaps/ZapsScreen'), 'ZapsScreen'),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: forRole(
    'finance',
    lazyRouteComponent(() => import('../screens/audit/AuditScreen'), 'AuditScreen'),
  ),
});

const runs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: forRole(
    'developer',
    lazyRouteComponent(() => import('../screens/runs/RunsScreen'), 'RunsScreen'),
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
  screen('/research', 'ResearchScreen', () => import('../screens/research/ResearchScreen')),
  social,
  screen('/social/published', 'PublishedScreen', () => import('../screens/social/PublishedScreen')),
  createPost,
  screen('/calendar', 'CalendarScreen', () => import('../screens/calendar/CalendarScreen')),
  screen('/styles', 'StylesScreen', () => import('../screens/styles/StylesScreen')),
  screen('/settings', 'SettingsScreen', () => import('../screens/settings/SettingsScreen')),
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
