import type { Pool } from 'pg';
import { z } from 'zod';
import { ensureTables } from '../../infra/postgres/transaction';
import { PublishPassing } from './publish-errors';
import type { Published } from './social-publisher';
import { CannotOpen, type TokenCipher } from '../../infra/sealing/token-cipher';

const TABLE = `
create table if not exists platform.social_publications (
  key uuid primary key,
  version integer not null,
  state text not null,
  published jsonb,
  updated_at timestamptz not null default now());
`;

const publishedSchema = z.object({
  publishedAt: z.coerce.date(),
  url: z.string().nullable(),
  externalId: z.string().nullable(),
  madePrivate: z.boolean().optional(),
  notes: z.string().array().optional(),
});

/** Progress of a publication at its platform. */
export interface Begun {
  version: number;
  /** Undefined when it can no longer be decrypted. */
  state: unknown;
  published: Published | null;
}

/** Stores the uploads and containers of each publication, encrypted because an upload's address grants access to it. */
export class BegunPublications {
  constructor(
    private readonly pool: Pool,
    private readonly cipher: TokenCipher,
  ) {}

  async prepare(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  async find(key: string): Promise<Begun | null> {
    const { rows } = await this.pool.query<{ version: number; state: string; published: unknown }>(
      'select version, state, published from platform.social_publications where key = $1',
      [key],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const published = row.published === null ? null : publishedSchema.parse(row.published);
    return { version: row.version, state: this.open(row.state, key), published };
  }

  /**
   * Stores the state of the next step before the step is taken; returns the new version (optimistic concurrency).
   * @throws PublishPassing when another node has taken over the publication since `version` was read
   */
  async keep(key: string, version: number | null, state: object): Promise<number> {
    const next = (version ?? 0) + 1;
    const { rowCount } = await this.pool.query(
      `insert into platform.social_publications as p (key, version, state) values ($1, $2, $3)
       on conflict (key) do update set version = excluded.version, state = excluded.state, updated_at = now()
       where p.version = $4`,
      [key, next, this.cipher.seal(JSON.stringify(state), key), version],
    );
    if (rowCount !== 1) throw new PublishPassing('Another server continues this publication.');
    return next;
  }

  async finish(key: string, published: Published): Promise<void> {
    await this.pool.query('update platform.social_publications set published = $2, updated_at = now() where key = $1', [
      key,
      JSON.stringify(published),
    ]);
  }

  private open(sealed: string, key: string): unknown {
    try {
      return JSON.parse(this.cipher.open(sealed, key));
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }
}
