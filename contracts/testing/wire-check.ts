import { ERROR_STATUS, errorBodySchema, pushMessageSchema } from '@storyreel/contracts';
import type { z } from 'zod';
import { type RouteContract, ROUTES } from './routes';

export interface FoundRoute extends RouteContract {
  /** 'METHOD /path/:param', as in the table of routes. */
  name: string;
}

const PARAMETER = /^:\w+$/;
const table = Object.entries(ROUTES).map(([name, contract]) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, parts: path.split('/'), route: { ...contract, name } };
});

/**
 * Returns the route of an address, which may itself contain parameters (':id'); null when the contracts have no such
 * route.
 */
export function findRoute(method: string, path: string): FoundRoute | null {
  const parts = path.split('/');
  const candidates = table.filter(
    (row) =>
      row.method === method &&
      row.parts.length === parts.length &&
      row.parts.every((part, at) => PARAMETER.test(part) || part === parts[at]),
  );
  // Literal parts take precedence over parameters: 'restore' is not an id.
  const named = ({ parts: own }: (typeof table)[number]) => own.filter((part) => !PARAMETER.test(part)).length;
  return candidates.sort((a, b) => named(b) - named(a))[0]?.route ?? null;
}

/** Returns a value as the other side receives it: without the properties that JSON omits. */
const overTheWire = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

/** Returns the keys that the schema does not contain, as dotted paths; zod drops such keys silently. */
function unknownKeys(given: unknown, known: unknown, path: string): string[] {
  if (typeof given !== 'object' || given === null || typeof known !== 'object' || known === null) return [];
  const named = new Map(Object.entries(known));
  return Object.entries(given).flatMap(([key, value]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return named.has(key) ? unknownKeys(value, named.get(key), at) : [`${at}: is unknown to the contracts`];
  });
}

/** Returns the violations of a schema by a value, field by field; empty when there are none. */
export function misfits(schema: z.ZodType, value: unknown, { takesMore = false } = {}): string[] {
  const given = overTheWire(value);
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => `${path.join('.') || '(the whole)'}: ${message}`);
  }
  return takesMore ? [] : unknownKeys(given, parsed.data, '');
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
const strangers = (given: object): string[] => Object.keys(given).map((key) => `${key}: is unknown to the contracts`);
const prefixed = (prefix: string, problems: string[]): string[] => problems.map((problem) => `${prefix}${problem}`);

export interface SentRequest {
  query: Record<string, string>;
  body: unknown;
}

/** Returns a request's violations of the contracts; empty when there are none. */
export function requestProblems({ query, body, takesMore }: FoundRoute, sent: SentRequest): string[] {
  const wrongQuery = query ? misfits(query, sent.query) : strangers(sent.query);
  const wrongBody = body ? misfits(body, sent.body, { takesMore }) : strangers(asObject(sent.body));
  return [...prefixed('query ', wrongQuery), ...prefixed('body ', wrongBody)];
}

export interface GivenAnswer {
  status: number;
  /** Undefined when there is no body. */
  body: unknown;
}

/** Returns a response's violations of the contracts; empty when there are none. */
export function answerProblems({ answer, status = 200 }: FoundRoute, given: GivenAnswer): string[] {
  if (given.status >= 400) return errorProblems(given);
  if (given.status !== status) return [`status ${given.status}: should be ${status}`];
  return typeof answer === 'string' ? [] : misfits(answer, given.body);
}

function errorProblems({ status, body }: GivenAnswer): string[] {
  const parsed = errorBodySchema.safeParse(body);
  if (!parsed.success) return misfits(errorBodySchema, body);
  const due = ERROR_STATUS[parsed.data.code];
  const wrongStatus = due === status ? [] : [`status ${status}: the code ${parsed.data.code} goes with ${due}`];
  return [...wrongStatus, ...misfits(errorBodySchema, body)];
}

/** Returns a push message's violations of the contracts; empty when there are none. */
export const pushProblems = (message: unknown): string[] => misfits(pushMessageSchema, message);
