import type { Pool } from 'pg';
import { z } from 'zod';
import { checkName } from '../encode-append';
import { WrongExpectedRevision, type ExpectedRevision, type StreamMetadata } from '../event-store';
import { expectationCode } from './plan-flush';
import { toStoreError } from './store-error';

export async function setStreamMetadata(pool: Pool, streamId: string, metadata: StreamMetadata): Promise<void> {
  checkName('stream', streamId);
  const { maxCount = null, maxAge = null, truncateBefore = null } = metadata;
  const text = `
    insert into event_store.streams as s (stream_id, max_count, max_age_seconds, truncate_before)
    values ($1, $2, $3, $4)
    on conflict (stream_id) do update set max_count = excluded.max_count,
      max_age_seconds = excluded.max_age_seconds, truncate_before = excluded.truncate_before`;
  await query(pool, text, [streamId, maxCount, maxAge, truncateBefore]);
}

const deletion = z.object({ deleted: z.boolean(), revision: z.string().transform(BigInt) });

/** @throws WrongExpectedRevision */
export async function deleteStream(pool: Pool, streamId: string, expected: ExpectedRevision): Promise<void> {
  const text = 'select * from event_store.delete_stream($1, $2)';
  const [row] = await query(pool, text, [streamId, expectationCode(expected)]);
  const { deleted, revision } = deletion.parse(row);
  if (!deleted) throw new WrongExpectedRevision(streamId, expected, revision < 0n ? 'no_stream' : revision);
}

async function query(pool: Pool, text: string, values: unknown[]): Promise<unknown[]> {
  try {
    return (await pool.query<Record<string, unknown>>(text, values)).rows;
  } catch (error) {
    throw toStoreError(error);
  }
}
