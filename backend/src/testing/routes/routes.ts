import { GENERATION_ROUTES } from './generation-routes';
import { MONEY_ROUTES } from './money-routes';
import type { Keyed, Route, Routes } from './route';
import { SOCIAL_ROUTES } from './social-routes';
import { STORY_ROUTES } from './story-routes';

/** Every route of the API and what it takes. A route that is missing here fails the test. */
export const ROUTES: Routes = { ...STORY_ROUTES, ...GENERATION_ROUTES, ...MONEY_ROUTES, ...SOCIAL_ROUTES };

/** Those that take an idempotency key, with what a request under it makes. */
export const KEYED_ROUTES = Object.entries(ROUTES).flatMap(([name, route]): [string, Route, Keyed][] =>
  typeof route.key === 'object' ? [[name, route, route.key]] : [],
);
