import { GENERATION_ROUTES } from './generation-routes';
import { MONEY_ROUTES } from './money-routes';
import type { Keyed, Route, Routes } from './route';
import { SOCIAL_ROUTES } from './social-routes';
import { STORY_ROUTES } from './story-routes';

/** Every API route and its inputs. A route that is missing here fails the test. */
export const ROUTES: Routes = { ...STORY_ROUTES, ...GENERATION_ROUTES, ...MONEY_ROUTES, ...SOCIAL_ROUTES };

/** The routes that take an idempotency key, with the effect of a request. */
export const KEYED_ROUTES = Object.entries(ROUTES).flatMap(([name, route]): [string, Route, Keyed][] =>
  typeof route.key === 'object' ? [[name, route, route.key]] : [],
);
