import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
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

const screen = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => rootRoute, path, component });

const research = screen(
  '/research',
  lazyRouteComponent(() => import('../screens/research/ResearchScreen'), 'ResearchScreen'),
);
const social = screen(
  '/social',
  lazyRouteComponent(() => import('../screens/social/SocialScreen'), 'SocialScreen'),
);
const createPost = screen(
  '/create-post',
  lazyRouteComponent(() => import('../screens/create-post/CreatePostScreen'), 'CreatePostScreen'),
);
const calendar = screen(
  '/calendar',
  lazyRouteComponent(() => import('../screens/calendar/CalendarScreen'), 'CalendarScreen'),
);
const styles = screen(
  '/styles',
  lazyRouteComponent(() => import('../screens/styles/StylesScreen'), 'StylesScreen'),
);
const settings = screen(
  '/settings',
  lazyRouteComponent(() => import('../screens/settings/SettingsScreen'), 'SettingsScreen'),
);
const credits = screen(
  '/credits',
  lazyRouteComponent(() => import('../screens/zaps/ZapsScreen'), 'ZapsScreen'),
);

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
