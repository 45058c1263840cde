import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { readPostSearch, readSearch, readSocialSearch } from '../domains/projects/search';
import { NotFoundScreen } from './shell/NotFoundScreen';
import { UserGate } from './shell/UserGate';
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

const routeTree = rootRoute.addChildren([
  home,
  screen('/research', 'ResearchScreen', () => import('../screens/research/ResearchScreen')),
  social,
  screen('/social/published', 'PublishedScreen', () => import('../screens/social/PublishedScreen')),
  createPost,
  screen('/calendar', 'CalendarScreen', () => import('../screens/calendar/CalendarScreen')),
  screen('/styles', 'StylesScreen', () => import('../screens/styles/StylesScreen')),
  screen('/settings', 'SettingsScreen', () => import('../screens/settings/SettingsScreen')),
  screen('/credits', 'ZapsScreen', () => import('../screens/zaps/ZapsScreen')),
]);

/** A history of its own is for tests; the browser's is the default. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenSkeleton,
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
