import type { Role } from '@storyreel/contracts';
import type { TestApp } from '../app-harness';
import type { Agent } from '../node-stage';
import type { Belongings, Kind } from './belongings';

/** What a route of the API takes, and what it does with it. */
export interface Route {
  /** Open to callers without a session. */
  open?: boolean;
  /** Only for people with the role: not there for anybody else, whatever ids they send. */
  role?: Role;
  /** Every position in which the route takes an id. */
  ids?: { in: 'path' | 'query' | 'body'; name: string; kind: Kind; /** Cannot be made up. */ signed?: boolean }[];
  /** A valid body. */
  body?: (ids: Belongings) => object;
  /** What the owner gets; default any 2xx. */
  own?: number;
  /** Other parameters of the query. */
  query?: string;
  /** Other path parameters. */
  params?: Record<string, string>;
  /**
   * Takes an idempotency key. Where what it needs is made by no route, such as a role, the list of repeatable commands
   * has what it does.
   */
  key?: Keyed | 'its command is repeated';
  /** It is posted and takes no key: why a repeat does no harm. */
  harmless?: string;
}

/** What a request with a key makes, once. */
export interface Keyed {
  /** The event. */
  makes: string;
  /** Brings about what the request needs, before each one that is to make something. */
  prepare?(agent: Agent, ids: Belongings, app: Pick<TestApp, 'idle'>): Promise<void>;
  /** It acts on nothing but its user. */
  untargeted?: true;
  /** The part of an answer that a repeat has too; by default all of it. */
  answer?(body: Record<string, unknown>): unknown;
  /** It costs zaps. */
  isPaid?: true;
}

export type Routes = Record<string, Route>;

export const inPath = (name: string, kind: Kind) => ({ in: 'path' as const, name, kind });
export const inQuery = (name: string, kind: Kind) => ({ in: 'query' as const, name, kind });
export const inBody = (name: string, kind: Kind) => ({ in: 'body' as const, name, kind });

/** The request of a route, with `ids` in all of its positions and the body that `change` makes of its own. */
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
