import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { ensureTables, inTransaction } from '../postgres/transaction';
import type { StoredBytes } from './object-storage';

/** A key may have several uploads; at most one of them is ready, and a ready one never changes. */
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
alter table platform.stored_objects add column if not exists uploaded boolean not null default false;
create index if not exists stored_objects_type on platform.stored_objects (content_type, created_at);
alter table platform.stored_objects add column if not exists thumbnail_of text;
create index if not exists stored_objects_thumbnail on platform.stored_objects (thumbnail_of)
  where thumbnail_of is not null;
alter table platform.stored_objects add column if not exists generated boolean;
alter table platform.stored_objects add column if not exists mixed boolean not null default false;
create index if not exists stored_objects_owner on platform.stored_objects (owner_id, key) where state = 'ready';
create index if not exists stored_objects_uploaded on platform.stored_objects (owner_id) where uploaded;
`;
/** Advisory lock that serialises changes to one owner's quota, and to one key's uploads. */
const LOCK = 7_104_140;

export type Visibility = 'private' | 'public';

export interface StoredObject {
  /** Name of the bytes in the storage. Never leaves the server. */
  blob: string;
  /** Name in the public address. */
  key: string;
  ownerId: string;
  contentType: string;
  size: number;
  sha256: string;
  visibility: Visibility;
  state: 'writing' | 'uploaded' | 'ready';
  /** True if a model made all or a part of it. */
  generated: boolean;
  /** True if a part of a generated file was uploaded. */
  mixed: boolean;
}

export type NewObject = Pick<StoredObject, 'blob' | 'key' | 'ownerId' | 'contentType' | 'visibility'> & {
  /** Blob of the image that this is a thumbnail of; both are deleted together. */
  thumbnailOf?: string;
  /** Default: true, except for uploads. */
  generated?: boolean;
  mixed?: boolean;
};

const INSERT = `insert into platform.stored_objects
  (blob, key, owner_id, content_type, visibility, created_at, thumbnail_of, generated, mixed, size, uploaded, state)`;
const values = (
  { blob, key, ownerId, contentType, visibility, thumbnailOf, generated, mixed }: NewObject,
  at: Date,
): unknown[] => [
  ...[blob, key, ownerId, contentType, visibility, at],
  ...[thumbnailOf ?? null, generated ?? null, mixed ?? false],
];
const COLUMNS =
  'blob, key, owner_id as "ownerId", content_type as "contentType", size::float8 as size, sha256, visibility, state, ' +
  'coalesce(generated, not uploaded) as generated, mixed';
const OWNED = `owner_id = $1 and state = 'ready' and thumbnail_of is null and content_type <> all($2)`;
const UNIQUE_VIOLATION = '23505';

/** Metadata of the bytes in the storage. The row is written before the bytes, so no object can be lost track of. */
@Injectable()
export class StoredObjects implements OnModuleInit {
  constructor(private readonly pool: Pool) {}

  async onModuleInit(): Promise<void> {
    await ensureTables(this.pool, TABLE);
  }

  async begin(object: NewObject, at: Date): Promise<void> {
    await this.pool.query(
      `${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, false, 'writing')`,
      values(object, at),
    );
  }

  /**
   * Starts an upload of up to `size` bytes, which count against the quota from now on; an upload that this one would
   * replace does not count. Returns false when the owner's uploads would exceed `quota` bytes.
   */
  beginUpload(object: NewObject & { size: number }, quota: number, at: Date): Promise<boolean> {
    return inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, object.ownerId]);
      const { rowCount } = await client.query(
        `${INSERT} select $1, $2, $3::uuid, $4, $5, $6::timestamptz, $7, $8::boolean, $9::boolean, $10::bigint, true, 'writing'
         where $10::bigint + (select coalesce(sum(size), 0) from platform.stored_objects
                     where owner_id = $3::uuid and uploaded and not (key = $2 and state = 'uploaded')) <= $11::bigint`,
        [...values(object, at), object.size, quota],
      );
      return rowCount === 1;
    });
  }

  /** Returns the bytes that count against the owner's quota. */
  async uploadedBytes(ownerId: string): Promise<number> {
    const { rows } = await this.pool.query<{ bytes: number }>(
      'select coalesce(sum(size), 0)::float8 as bytes from platform.stored_objects where owner_id = $1 and uploaded',
      [ownerId],
    );
    return rows[0]?.bytes ?? 0;
  }

  /** Marks the bytes as complete. Returns false when the row is gone. */
  async uploaded(blob: string, bytes: StoredBytes): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `update platform.stored_objects set state = 'uploaded', size = $2, sha256 = $3 where blob = $1`,
      [blob, bytes.size, bytes.sha256],
    );
    return rowCount === 1;
  }

  /**
   * Marks an upload to an address as complete; the newest bytes replace earlier ones. Returns the replaced blobs, to be
   * deleted; null when an upload of the key is finished already.
   */
  replace(key: string, blob: string, bytes: StoredBytes): Promise<string[] | null> {
    return inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, key]);
      const { rowCount } = await client.query(
        `update platform.stored_objects set state = 'uploaded', size = $3, sha256 = $4
         where blob = $2 and not exists (select from platform.stored_objects where key = $1 and state = 'ready')`,
        [key, blob, bytes.size, bytes.sha256],
      );
      if (rowCount === 0) return null;
      const { rows } = await client.query<{ blob: string }>(
        `update platform.stored_objects set state = 'writing'
         where key = $1 and state = 'uploaded' and blob <> $2 returning blob`,
        [key, blob],
      );
      return rows.map((row) => row.blob);
    });
  }

  /** Returns false when another upload of the same key is ready already, or this one was replaced. */
  async ready(blob: string, as: { contentType: string; visibility: Visibility }): Promise<boolean> {
    try {
      const { rowCount } = await this.pool.query(
        `update platform.stored_objects set state = 'ready', content_type = $2, visibility = $3
         where blob = $1 and state = 'uploaded'`,
        [blob, as.contentType, as.visibility],
      );
      return rowCount === 1;
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  /** Stops serving a key. Returns its blobs, to be deleted. */
  async withdraw(key: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ blob: string }>(
      `update platform.stored_objects set state = 'writing' where key = $1 and state = 'ready' returning blob`,
      [key],
    );
    return rows.map((row) => row.blob);
  }

  /** Stops serving some of an owner's objects. Returns them, to be deleted or served again. */
  async withdrawAll(ownerId: string, keys: readonly string[]): Promise<{ blob: string; key: string; size: number }[]> {
    const { rows } = await this.pool.query<{ blob: string; key: string; size: number }>(
      `update platform.stored_objects set state = 'writing' where owner_id = $1 and key = any($2) and state = 'ready'
       returning blob, key, size::float8 as size`,
      [ownerId, keys],
    );
    return rows;
  }

  /** Serves withdrawn objects again. */
  async serveAgain(blobs: readonly string[]): Promise<void> {
    await this.pool.query(`update platform.stored_objects set state = 'ready' where blob = any($1)`, [blobs]);
  }

  /** Stops serving an image's thumbnails. Returns their blobs, to be deleted. */
  async withdrawThumbnails(blob: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ blob: string }>(
      `update platform.stored_objects set state = 'writing' where thumbnail_of = $1 returning blob`,
      [blob],
    );
    return rows.map((row) => row.blob);
  }

  async findReady(key: string): Promise<StoredObject | null> {
    const { rows } = await this.pool.query<StoredObject>(
      `select ${COLUMNS} from platform.stored_objects where key = $1 and state = 'ready'`,
      [key],
    );
    return rows[0] ?? null;
  }

  async findAllReady(keys: readonly string[]): Promise<StoredObject[]> {
    const { rows } = await this.pool.query<StoredObject>(
      `select ${COLUMNS} from platform.stored_objects where key = any($1) and state = 'ready'`,
      [keys],
    );
    return rows;
  }

  /** Returns which of these hashes belong to an owner's files that a model made, as a whole or in part. */
  async generatedOf(ownerId: string, hashes: readonly string[]): Promise<Map<string, { mixed: boolean }>> {
    const { rows } = await this.pool.query<{ sha256: string; mixed: boolean }>(
      `select sha256, bool_or(mixed) as mixed from platform.stored_objects
       where owner_id = $1 and state = 'ready' and sha256 = any($2) and coalesce(generated, not uploaded)
       group by sha256`,
      [ownerId, hashes],
    );
    return new Map(rows.map(({ sha256, mixed }) => [sha256, { mixed }]));
  }

  /** Returns a page of an owner's files, ordered by key, without thumbnails and the given content types. */
  async ownedBy(
    ownerId: string,
    { except, after }: { except: readonly string[]; after: string },
  ): Promise<StoredObject[]> {
    const { rows } = await this.pool.query<StoredObject>(
      `select ${COLUMNS} from platform.stored_objects where key > $3 and ${OWNED} order by key limit 500`,
      [ownerId, except, after],
    );
    return rows;
  }

  /** Adds up the bytes of the files that `ownedBy` returns. */
  async ownedBytes(ownerId: string, except: readonly string[]): Promise<number> {
    const { rows } = await this.pool.query<{ bytes: number }>(
      `select coalesce(sum(size), 0)::float8 as bytes from platform.stored_objects where ${OWNED}`,
      [ownerId, except],
    );
    return rows[0]?.bytes ?? 0;
  }

  /** Stops serving a content type's objects from before a time. Returns one batch of blobs, to be deleted. */
  async withdrawOlder(contentType: string, before: Date): Promise<string[]> {
    const { rows } = await this.pool.query<{ blob: string }>(
      `update platform.stored_objects set state = 'writing' where blob in (
         select blob from platform.stored_objects
         where content_type = $1 and state = 'ready' and created_at < $2 limit 1000)
       returning blob`,
      [contentType, before],
    );
    return rows.map((row) => row.blob);
  }

  /** Stops serving an owner's objects, unfinished ones too. Returns one batch of blobs, to be deleted. */
  async withdrawOwned(ownerId: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ blob: string }>(
      `update platform.stored_objects set state = 'writing' where blob in (
         select blob from platform.stored_objects where owner_id = $1 limit 1000)
       returning blob`,
      [ownerId],
    );
    return rows.map((row) => row.blob);
  }

  async findUploaded(key: string): Promise<StoredObject | null> {
    const { rows } = await this.pool.query<StoredObject>(
      `select ${COLUMNS} from platform.stored_objects where key = $1 and state = 'uploaded' limit 1`,
      [key],
    );
    return rows[0] ?? null;
  }

  /** Returns a key's blobs other than the finished upload. */
  async leftOf(key: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ blob: string }>(
      `select blob from platform.stored_objects where key = $1 and state <> 'ready'`,
      [key],
    );
    return rows.map((row) => row.blob);
  }

  /** Returns a batch of uploads that were cut off before one time, or left unfinished since another. */
  async abandoned(before: { writing: Date; uploaded: Date }): Promise<string[]> {
    const { rows } = await this.pool.query<{ blob: string }>(
      `select blob from platform.stored_objects
       where (state = 'writing' and created_at < $1) or (state = 'uploaded' and created_at < $2) limit 1000`,
      [before.writing, before.uploaded],
    );
    return rows.map((row) => row.blob);
  }

  async forget(blob: string): Promise<void> {
    await this.pool.query(`delete from platform.stored_objects where blob = $1 and state <> 'ready'`, [blob]);
  }
}
