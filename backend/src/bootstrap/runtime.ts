import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Clock, systemClock } from '../platform/clock';
import type { AppConfig } from '../platform/config/app-config';
import { createPool } from '../platform/database/pg-pool';
import { ensurePlatformSchema } from '../platform/database/platform-schema';
import { createEventStore } from '../platform/event-store/create-event-store';
import type { EventStore } from '../platform/event-store/event-store';
import { type Ids, randomIds } from '../platform/ids';
import { superviseEmbeddedPostgres } from './supervised-postgres';

export interface Log {
  info(message: string): void;
  error(error: unknown, message: string): void;
}

/** What the application runs on: connections, the log, time and chance. */
export interface Runtime {
  config: AppConfig;
  databaseUrl: string;
  pool: Pool;
  events: EventStore;
  clock: Clock;
  ids: Ids;
  log: Log;
  close(): Promise<void>;
}

/** Starts or reaches the stores and brings their tables up to date. */
export async function createRuntime(
  config: AppConfig,
  log: Log,
  given: { clock?: Clock; ids?: Ids } = {},
): Promise<Runtime> {
  const embedded = config.databaseUrl
    ? null
    : await superviseEmbeddedPostgres({ dataDir: join(config.home, 'postgres'), log });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  let closing = false;
  const pool = createPool(databaseUrl, (error) => {
    // The pool does not wait until its connections are gone, and the embedded server tells them that it goes.
    if (!closing) log.error(error, 'A database connection was lost.');
  });
  try {
    await ensurePlatformSchema(pool);
    const events = await createEventStore({
      eventStoreUrl: config.eventStoreUrl,
      pool,
      databaseUrl,
      log: (message) => log.info(message),
    });
    await events.ready();
    return {
      config,
      databaseUrl,
      pool,
      events,
      clock: given.clock ?? systemClock,
      ids: given.ids ?? randomIds,
      log,
      async close() {
        closing = true;
        await events.close();
        await pool.end();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await pool.end();
    await embedded?.stop();
    throw error;
  }
}
