import { idempotencyKeySchema } from '@storyreel/contracts';
import type { Request } from 'express';
import { TooDeep } from '../canonical-json';
import { DomainError } from '../domain/domain-error';
import { derivedId } from '../ids';
import { requestHash } from '../request-hash';

/** What a client wants done once, however often it has to ask. */
export interface Intent {
  /** The same for every repeat of it: user, route, target and key make it. */
  commandId: string;
  /** Of the body without the key. */
  bodyHash: string;
}

export type KeyedRequest = Pick<Request, 'method' | 'params' | 'body' | 'header'> & { route: { path: string } };

/**
 * The intent of a request that carries a key, in the header `Idempotency-Key` or in the body as `idempotencyKey`.
 * `target`: fields of the body that say on what the route acts; a key belongs to user, route and target.
 * @throws DomainError bad_request for a malformed key, or for two that differ
 */
export function intentOf(request: KeyedRequest, userId: string, target: readonly string[]): Intent | null {
  const { idempotencyKey: inBody, ...body } = bodyOf(request);
  const key = keyOf(request.header('idempotency-key'), inBody);
  if (key === undefined) return null;
  const targets = [
    ...Object.entries(request.params).sort(([a], [b]) => (a < b ? -1 : 1)),
    ...target.map((name) => [name, body[name]]),
  ].map(([name, value]) => `${String(name)}=${typeof value === 'string' ? value.toLowerCase() : ''}`);
  const commandId = derivedId('intent', userId, request.method, request.route.path, ...targets, key);
  try {
    return { commandId, bodyHash: requestHash(body) };
  } catch (error) {
    if (error instanceof TooDeep) throw new DomainError('bad_request', 'The body is nested too deeply.');
    throw error;
  }
}

const bodyOf = ({ body }: KeyedRequest): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

function keyOf(inHeader: string | undefined, inBody: unknown): string | undefined {
  for (const key of [inHeader, inBody]) {
    if (key !== undefined && !idempotencyKeySchema.safeParse(key).success) {
      throw new DomainError('bad_request', 'The idempotency key is malformed.');
    }
  }
  if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody) {
    throw new DomainError('bad_request', 'The idempotency keys in the header and the body differ.');
  }
  return inHeader ?? (inBody as string | undefined);
}
