import type { Pool } from 'pg';
import { createPool } from '../../infra/postgres/pg-pool';
import { oneMinute } from '../../lib/keep-trying';
import type { EventStore } from './event-store';
import { LargeEventStore } from './large-events/large-event-store';
import type { AccountKeys } from './sealed-events/account-keys';
import { type IsInClear, SealedEventStore } from './sealed-events/sealed-event-store';
import { ensureEventStoreSchema } from './postgres/schema';
import { PostgresEventStore } from './postgres/postgres-event-store';

export interface EventStoreSettings {
  /** `esdb://…`: the log is in that EventStoreDB. Otherwise the log is in Postgres. */
  eventStoreUrl?: string;
  /** For the log in Postgres: an address, to which the store opens its own connections, or a pool. */
  databaseUrl?: string;
  pool?: Pool;
  log?: (message: string) => void;
  /** Keys for encrypting users' data. Without it, no event is encrypted. */
  seals?: { keys: AccountKeys; isInClear: IsInClear };
}

const POOL_SIZE = 12;

/** Opens the configured store, including support for large and encrypted events. @throws StartError, StoreUnavailable */
export async function createEventStore(settings: EventStoreSettings): Promise<EventStore> {
  const store = new LargeEventStore(await openStore(settings));
  const { seals } = settings;
  return seals ? new SealedEventStore(store, seals.keys, seals.isInClear) : store;
}

async function openStore(settings: EventStoreSettings): Promise<EventStore> {
  const { eventStoreUrl, databaseUrl, log = () => undefined } = settings;
  if (eventStoreUrl) {
    // Imported on demand: loading the client takes a fifth of a second, and most installations have their log in
    // Postgres.
    const { openEventStoreDb } = await import('./eventstoredb/open-eventstoredb');
    const store = await openEventStoreDb(eventStoreUrl, {
      ...oneMinute,
      onRetry: ({ message }, secondsLeft) => log(`${message} Trying again for ${secondsLeft} s.`),
    });
    log('events are kept in EventStoreDB');
    return store;
  }
  const pool = settings.pool ?? openPool(databaseUrl, log);
  try {
    await ensureEventStoreSchema(pool);
  } catch (error) {
    if (!settings.pool) await pool.end();
    throw error;
  }
  log('events are kept in Postgres');
  return settings.pool ? new PostgresEventStore({ pool }) : new OwnPoolEventStore({ pool });
}

function openPool(databaseUrl: string | undefined, log: (message: string) => void): Pool {
  if (!databaseUrl) throw new TypeError('an event store in Postgres needs a pool or an address');
  // An idle connection was lost; the pool replaces it when one is needed.
  return createPool(databaseUrl, (error) => log(`event store: ${error.message}`), { max: POOL_SIZE });
}

class OwnPoolEventStore extends PostgresEventStore {
  override async close(): Promise<void> {
    await super.close();
    await this.pool.end();
  }
}
