import type { Role } from '@storyreel/contracts';
import type { TestApp } from '../app-harness';
import type { Agent } from '../node-stage';
import type { Belongings, Kind } from './belongings';

/** Description of an API route for the tests: its inputs and its effect. */
export interface Route {
  /** True for a route open to callers without a session. */
  open?: boolean;
  /** The required role: for anybody else the route does not exist (404), whatever ids they send. */
  role?: Role;
  /** Every position in which the route expects an id. */
  ids?: {
    in: 'path' | 'query' | 'body';
    name: string;
    kind: Kind;
    /** True for an id that cannot be made up. */ signed?: boolean;
  }[];
  /** Returns a valid body. */
  body?: (ids: Belongings) => object;
  /** Status for the owner; default any 2xx. */
  own?: number;
  /** Further parameters of the query. */
  query?: string;
  /** Further parameters of the path. */
  params?: Record<string, string>;
  /**
   * For a route with an idempotency key, the effect of a request. It is a string where no route can create the
   * request's preconditions, such as a role: then the test of repeatable commands covers the command.
   */
  key?: Keyed | 'its command is repeated';
  /** For a POST without a key, why a repeat does no harm. */
  harmless?: string;
}

/** The effect of a request with a key, which happens once. */
export interface Keyed {
  /** Type of the event. */
  makes: string;
  /** Creates the request's preconditions, before each request that is to make something. */
  prepare?(agent: Agent, ids: Belongings, app: Pick<TestApp, 'idle'>): Promise<void>;
  /** True when the request acts on nothing but its user. */
  untargeted?: true;
  /** Returns the part of a response that a repeat must return, too; by default all of it. */
  answer?(body: Record<string, unknown>): unknown;
  /** True when the request costs zaps. */
  isPaid?: true;
}

export type Routes = Record<string, Route>;

export const inPath = (name: string, kind: Kind) => ({ in: 'path' as const, name, kind });
export const inQuery = (name: string, kind: Kind) => ({ in: 'query' as const, name, kind });
export const inBody = (name: string, kind: Kind) => ({ in: 'body' as const, name, kind });

/** Sends a route's request, with `ids` in all of its positions and its body transformed by `change`. */
export function send(
  agent: Agent,
  [name, route]: [string, Route],
  ids: Belongings,
  change: (body: object | undefined) => unknown = (body) => body,
) {
  const [method = '', template = ''] = name.split(' ');
  const params = { ...route.params };
  let query = route.query ?? '';
  let body = route.body?.(ids);
  for (const position of route.ids ?? []) {
    const id = ids[position.kind];
    if (position.in === 'path') params[position.name] = id;
    if (position.in === 'query') query = `?${position.name}=${id}`;
    if (position.in === 'body') body = { ...body, [position.name]: id };
  }
  const path = template.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? '')) + query;
  const request = agent[method.toLowerCase() as 'post'](path);
  const sent = change(body);
  return sent === undefined ? request : request.send(sent as object);
}
