import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { ensureTables } from '../database/ensure-tables';
import { PG_POOL } from '../database/pg-pool';

/** A key may have several uploads; at most one of them is ready, and that one never changes. */
const TABLE = `
create table if not exists platform.stored_objects (
  blob text primary key,
  key text not null,
  owner_id uuid not null,
  content_type text not null,
  size bigint not null default 0,
  sha256 text not null default '',
  visibility text not null check (visibility in ('private', 'public')),
  state text not null check (state in ('writing', 'uploaded', 'ready')),
  created_at timestamptz not null);
create unique index if not exists stored_objects_ready on platform.stored_objects (key) where state = 'ready';
create index if not exists stored_objects_key on platform.stored_objects (key);
create index if not exists stored_objects_unfinished on platform.stored_objects (created_at) where state <> 'ready';
`;

export type Visibility = 'private' | 'public';

export interface StoredObject {
  /** The name of its bytes in the storage. Never leaves the server. */
  blob: string;
  /** The name that its address has. */
  key: string;
  ownerId: string;
  contentType: string;
  size: number;
  sha256: string;
  visibility: Visibility;
  state: 'writing' | 'uploaded' | 'ready';
}

const COLUMNS =
  'blob, key, owner_id as "ownerId", content_type as "contentType", size::float8 as size, sha256, visibility, state';
const UNIQUE_VIOLATION = '23505';

/** What is known of the bytes in the storage. A row is there before its bytes are, so nothing can be lost track of. */
@Injectable()
export class StoredObjects implements OnModuleInit {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  async begin(
    object: Pick<StoredObject, 'blob' | 'key' | 'ownerId' | 'contentType' | 'visibility'>,
    at: Date,
  ): Promise<void> {
    await this.pool.query(
      `insert into platform.stored_objects (blob, key, owner_id, content_type, visibility, state, created_at)
       values ($1, $2, $3, $4, $5, 'writing', $6)`,
      [object.blob, object.key, object.ownerId, object.contentType, object.visibility, at],
    );
  }

  /** False when the row is gone: another upload of the key was finished meanwhile. */
  async uploaded(blob: string, bytes: { size: number; sha256: string }): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update platform.stored_objects set state = 'uploaded', size = $2, sha256 = $3 where blob = $1`,
      [blob, bytes.size, bytes.sha256],
    );
    return rowCount === 1;
  }

  /** False when another upload of the same key is ready already. */
  async ready(blob: string, as: { contentType: string; visibility: Visibility }): Promise<boolean> {
    try {
      const { rowCount } = await this.pool.query(
        `update platform.stored_objects set state = 'ready', content_type = $2, visibility = $3 where blob = $1`,
        [blob, as.contentType, as.visibility],
      );
      return rowCount === 1;
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  async findReady(key: string): Promise<StoredObject | null> {
    const { rows } = await this.pool.query<StoredObject>(
      `select ${COLUMNS} from platform.stored_objects where key = $1 and state = 'ready'`,
      [key],
    );
    return rows[0] ?? null;
  }

  async newestUploaded(key: string): Promise<StoredObject | null> {
    const { rows } = await this.pool.query<StoredObject>(
      `select ${COLUMNS} from platform.stored_objects where key = $1 and state = 'uploaded'
       order by created_at desc limit 1`,
      [key],
    );
    return rows[0] ?? null;
  }

  /** Uploads that nobody finished, or all but one of a key. */
  async unfinished(which: { before: Date } | { key: string }): Promise<string[]> {
    const [condition, value] = 'key' in which ? ['key = $1', which.key] : ['created_at < $1', which.before];
    const { rows } = await this.pool.query<{ blob: string }>(
      `select blob from platform.stored_objects where state <> 'ready' and ${condition} limit 1000`,
      [value],
    );
    return rows.map((row) => row.blob);
  }

  async forget(blob: string): Promise<void> {
    await this.pool.query(`delete from platform.stored_objects where blob = $1 and state <> 'ready'`, [blob]);
  }
}
