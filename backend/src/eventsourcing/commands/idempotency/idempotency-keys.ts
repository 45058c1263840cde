import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { idempotencyKeySchema } from '@storyreel/contracts';
import type { Request } from 'express';
import { Pool } from 'pg';
import { ensureTables } from '../../../infra/postgres/transaction';
import { DomainError, keyReused } from '../../../lib/domain-error';
import { requestHash, TooDeep } from '../../../lib/hash';
import { derivedId } from '../../../lib/ids';

/** A client's request that must take effect only once, however often it is sent. */
interface Intent {
  /** Derived from user, route, target and key: the same for every repeat. */
  commandId: string;
  /** Hash of the body without the key. */
  bodyHash: string;
}

export type KeyedRequest = Pick<Request, 'method' | 'params' | 'body' | 'header'> & { route: { path: string } };

/**
 * Returns the intent of a request with a key (header `Idempotency-Key` or body field `idempotencyKey`), otherwise null.
 * A key is scoped to user, route and target; `target` names the body fields that identify the object acted on.
 * @throws DomainError bad_request for a malformed key, or when header and body have different keys
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

const TABLE = `
create table if not exists platform.idempotency_keys (
  command_id uuid primary key, body_hash text not null, created_at timestamptz not null default now());
create index if not exists idempotency_keys_by_age on platform.idempotency_keys (created_at);
`;
const KEPT = '7 days';
const SWEEP_EVERY_MS = 60 * 60 * 1_000;

export interface Claim {
  /** Frees the key after a rejected request, since such a request had no effect. */
  release(): Promise<void>;
  confirm(): Promise<void>;
}

/**
 * Records the body hash for each key, so that a key reused with another body is rejected on every route. The rows may
 * be lost, since it is the decisions that prevent a repeat from taking effect twice.
 */
@Injectable()
export class IdempotencyKeys implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(IdempotencyKeys.name);
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.logger.error(error, 'Old idempotency keys could not be deleted'));
    }, SWEEP_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** @throws DomainError idempotency_key_reused */
  async claim({ commandId, bodyHash }: Intent): Promise<Claim> {
    const values = [commandId, bodyHash];
    // The update changes nothing, but makes the statement return a row that another node has just written.
    const { rows } = await this.pool.query<{ body_hash: string; fresh: boolean }>(
      `insert into platform.idempotency_keys as known (command_id, body_hash) values ($1, $2)
       on conflict (command_id) do update set body_hash = known.body_hash
       returning body_hash, xmax = 0 as fresh`,
      values,
    );
    const [known] = rows;
    if (known?.body_hash !== bodyHash) throw keyReused();
    return {
      release: async () => {
        if (known.fresh)
          await this.pool.query('delete from platform.idempotency_keys where command_id = $1', [commandId]);
      },
      confirm: async () => {
        // The request that wrote the row may have been rejected since then and have deleted it.
        if (!known.fresh) {
          const again = 'insert into platform.idempotency_keys (command_id, body_hash) values ($1, $2)';
          await this.pool.query(`${again} on conflict (command_id) do nothing`, values);
        }
      },
    };
  }

  /** Deletes keys older than their guaranteed lifetime. @returns the number of deleted keys */
  async sweep(): Promise<number> {
    const { rowCount } = await this.pool.query(
      `delete from platform.idempotency_keys where created_at < now() - $1::interval`,
      [KEPT],
    );
    return rowCount ?? 0;
  }
}
