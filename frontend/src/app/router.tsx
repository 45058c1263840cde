import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import { readSearch } from '../domains/projects/search';
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

const research = createRoute({
  getParentRoute: () => rootRoute,
  path: '/research',
  component: lazyRouteComponent(() => import('../screens/research/ResearchScreen'), 'ResearchScreen'),
});
const social = createRoute({
  getParentRoute: () => rootRoute,
  path: '/social',
  component: lazyRouteComponent(() => import('../screens/social/SocialScreen'), 'SocialScreen'),
});
const createPost = createRoute({
  getParentRoute: () => rootRoute,
  path: '/create-post',
  component: lazyRouteComponent(() => import('../screens/create-post/CreatePostScreen'), 'CreatePostScreen'),
});
const calendar = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendar',
  component: lazyRouteComponent(() => import('../screens/calendar/CalendarScreen'), 'CalendarScreen'),
});
const styles = createRoute({
  getParentRoute: () => rootRoute,
  path: '/styles',
  component: lazyRouteComponent(() => import('../screens/styles/StylesScreen'), 'StylesScreen'),
});
const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/settings/SettingsScreen'), 'SettingsScreen'),
});
const credits = createRoute({
  getParentRoute: () => rootRoute,
  path: '/credits',
  component: lazyRouteComponent(() => import('../screens/zaps/ZapsScreen'), 'ZapsScreen'),
});

const routeTree = rootRoute.addChildren([home, research, social, createPost, calendar, styles, settings, credits]);

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
