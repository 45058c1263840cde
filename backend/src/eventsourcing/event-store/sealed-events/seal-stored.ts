import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { leafHash } from '../../../lib/merkle';
import { inTransaction } from '../../../infra/postgres/transaction';
import { type EventStore, fromPosition, type NewEvent, type StoredEvent } from '../event-store';
import { referenceIn } from '../large-events/large-data';
import { AccountErased, type AccountKeys } from './account-keys';
import { digestedText, sealEvent, sealOf } from './seal';
import { asStored, type IsInClear, sealedFor } from './sealed-event-store';

/** Number of events that are encrypted in one transaction. */
const BATCH = 100;

export interface SealStoredOptions {
  pool: Pool;
  /** Reads this application's events from the log in Postgres. */
  events: Pick<EventStore, 'readAll'>;
  keys: AccountKeys;
  isInClear: IsInClear;
  /** Limits the run to the events of this user. */
  ownerId?: string;
  signal?: AbortSignal;
  onProgress?: (sealed: number) => void;
}

/**
 * Encrypts events of earlier releases in place, in Postgres; no other code ever changes a stored event. Signatures over
 * these events stay valid, since each event keeps the hash that was signed. May be interrupted and repeated, even while
 * servers run.
 * @returns the number of encrypted events
 */
export async function sealStored({ signal, onProgress, ...options }: SealStoredOptions): Promise<number> {
  let count = 0;
  let batch: { event: StoredEvent; owner: string }[] = [];
  const flush = async () => {
    signal?.throwIfAborted();
    await inTransaction(options.pool, async (client) => {
      for (const { event, owner } of batch) await sealOne(client, event, await keyOf(options.keys, owner));
    });
    count += batch.length;
    onProgress?.(count);
    batch = [];
  };
  const { ownerId } = options;
  for await (const read of options.events.readAll({ asStored: true, filter: { ownerId } })) {
    const event = asStored(read);
    const owner = sealOf(event) ? null : sealedFor(event, options.isInClear);
    // A large event whose parts were lost has no data to encrypt.
    if (owner === null || event.data === null) continue;
    batch.push({ event, owner });
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return count;
}

/** Returns the owner's key. Events of an erased account are encrypted with a random key that is not stored. */
async function keyOf(keys: AccountKeys, owner: string): Promise<Buffer> {
  try {
    return (await keys.toWrite([owner])).get(owner) ?? randomBytes(32);
  } catch (error) {
    if (error instanceof AccountErased) return randomBytes(32);
    throw error;
  }
}

/**
 * Encrypts an event of an earlier release for its owner. The result keeps the hash that was signed, and does not refer
 * to parts.
 * @param event the event, including its data
 */
export const sealedCopy = async (event: StoredEvent, owner: string, keys: AccountKeys): Promise<NewEvent> =>
  sealed(event, await keyOf(keys, owner));

function sealed(event: StoredEvent, key: Buffer): Promise<NewEvent> {
  const { streamId, id, type, data } = event;
  const { dataIn: _, ...metadata } = event.metadata ?? {};
  const leaf = leafHash(digestedText(event)).toString('hex');
  const parts = referenceIn(event);
  return sealEvent(streamId, { id, type, data, metadata: parts ? metadata : event.metadata }, key, leaf);
}

async function sealOne(client: PoolClient, event: StoredEvent, key: Buffer): Promise<void> {
  const parts = referenceIn(event);
  const { data, metadata } = await sealed(event, key);
  await client.query('update event_store.events set data = $2::json, metadata = $3::json where position = $1', [
    fromPosition(event.position),
    JSON.stringify(data),
    JSON.stringify(metadata),
  ]);
  // The event itself now has the data. The parts are emptied instead of deleted, so that they keep their positions in
  // the log.
  if (parts)
    await client.query(`update event_store.events set data = '{"text":""}' where stream_id = $1`, [parts.stream]);
}
