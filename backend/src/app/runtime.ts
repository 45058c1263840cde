import { join } from 'node:path';
import type { Pool } from 'pg';
import { PostgresSnapshots } from '../eventsourcing/commands/postgres-snapshots';
import { inClearOf, scopedEventStore } from '../eventsourcing/domain/scoped-event-store';
import { createEventStore } from '../eventsourcing/event-store/create-event-store';
import type { EventStore } from '../eventsourcing/event-store/event-store';
import { AccountKeys, masterKeys } from '../eventsourcing/event-store/sealed-events';
import { checkLog } from '../eventsourcing/log-identity/log-identity';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import type { AppConfig } from '../infra/config/app-config';
import { createPool } from '../infra/postgres/pg-pool';
import { refuseUnfinishedRestore } from '../infra/postgres/unfinished-restore';
import { reachBucket } from '../infra/storage';
import { randomIds } from '../lib/ids';
import type { Ids } from '../lib/ids';
import { oneMinute } from '../lib/keep-trying';
import { type Clock, systemClock } from '../lib/time';
import { LogBuffer } from '../observability/log-lines/log-buffer';
import { allAggregates } from './composition';
import { occupyDataDirectory } from './data-directory';
import { eraseAgain } from '../accounts';
import { reachDatabase, superviseEmbeddedPostgres } from './start-database';

export interface Log {
  info(message: string): void;
  warn(error: unknown, message: string): void;
  error(error: unknown, message: string): void;
}

/** The application's foundations: connections, the log, the clock and the id source. */
export interface Runtime {
  config: AppConfig;
  databaseUrl: string;
  /** Node id: the same after a restart, and different from every other node's. */
  node: string;
  pool: Pool;
  events: EventStore;
  accountKeys: AccountKeys;
  snapshots: PostgresSnapshots;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Buffers log lines until they are stored. */
  logBuffer: LogBuffer;
  close(): Promise<void>;
}

/** Starts or connects to the stores and brings their tables up to date. @throws StartError, EmbeddedPostgresError */
export async function createRuntime(
  config: AppConfig,
  log: Log,
  given: { clock?: Clock; ids?: Ids; logBuffer?: LogBuffer } = {},
): Promise<Runtime> {
  const home = await occupyDataDirectory(config, log);
  const embedded = await startOwnPostgres(config, log).catch(async (error: unknown) => {
    await home.release();
    throw error;
  });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  let closing = false;
  const pool = createPool(databaseUrl, (error) => {
    // While closing, errors are expected: the pool does not wait for its connections, and the embedded server reports
    // its shutdown on them.
    if (!closing) log.error(error, 'A database connection was lost.');
  });
  const onRetry = ({ message }: Error, left: number) => log.info(`${message} Trying again for ${left} s.`);
  try {
    if (!embedded) await reachDatabase(databaseUrl, { ...oneMinute, onRetry });
    await reachBucket(config, { ...oneMinute, onRetry });
    await refuseUnfinishedRestore(pool);
    await ensurePlatformSchema(pool);
    const accountKeys = await AccountKeys.open(pool, masterKeys(config));
    await eraseAgain(pool, accountKeys, config.home, (given.clock ?? systemClock).now());
    const store = await createEventStore({
      seals: { keys: accountKeys, isInClear: inClearOf(allAggregates) },
      eventStoreUrl: config.eventStoreUrl,
      pool,
      databaseUrl,
      log: (message) => log.info(message),
    });
    const ids = given.ids ?? randomIds;
    await checkLog({ pool, log: store, ids, setting: config.eventStoreUrl ? 'EVENTSTORE_URL' : 'DATABASE_URL' });
    const events = scopedEventStore(store, allAggregates);
    await events.ready();
    const snapshots = await PostgresSnapshots.open(pool, log);
    return {
      config,
      databaseUrl,
      node: home.node,
      pool,
      events,
      accountKeys,
      snapshots,
      clock: given.clock ?? systemClock,
      ids,
      log,
      logBuffer: given.logBuffer ?? new LogBuffer(),
      async close() {
        closing = true;
        await snapshots.close();
        await events.close();
        await pool.end();
        await embedded?.stop();
        await home.release();
      },
    };
  } catch (error) {
    await pool.end();
    await embedded?.stop();
    await home.release();
    throw error;
  }
}

const startOwnPostgres = async ({ databaseUrl, home }: AppConfig, log: Log) =>
  databaseUrl ? null : superviseEmbeddedPostgres({ dataDir: join(home, 'postgres'), log });

export const RUNTIME = Symbol('Runtime');
