import { join } from 'node:path';
import { Pool } from 'pg';
import { allAggregates } from '../../app/composition';
import { isOwnEvent } from '../../eventsourcing/domain/scoped-event-store';
import type { EventStore, StoredEvent } from '../../eventsourcing/event-store';
import { openEventStoreDb } from '../../eventsourcing/event-store/eventstoredb/open-eventstoredb';
import { isPart } from '../../eventsourcing/event-store/large-events/large-data';
import { IDENTITY_STREAM } from '../../eventsourcing/log-identity/log-identity';
import type { AppConfig } from '../../infra/config/app-config';
import { startEmbeddedPostgres } from '../../infra/embedded-postgres';
import { createObjectStorage } from '../../infra/storage';
import type { ObjectStorage } from '../../infra/storage';
import { oneMinute } from '../../lib/keep-trying';
import type { KeepTryingOptions } from '../../lib/keep-trying';

const categories = new Set(allAggregates.map(({ category }) => category));

const isOurs = (event: StoredEvent): boolean =>
  event.streamId === IDENTITY_STREAM || isPart(event) || isOwnEvent(event, categories);

/**
 * This application's streams in an EventStoreDB that other applications may share. Reads everything as stored: the data
 * of large events stays in parts, and the log keeps its identity.
 */
export class OwnStreams {
  constructor(private readonly store: EventStore) {}

  append: EventStore['append'] = (...append) => this.store.append(...append);

  /** Reads up to the log's head at the time of the call. */
  async *readAll(): AsyncGenerator<StoredEvent> {
    const head = await this.store.head();
    if (head === null) return;
    /** The first remaining event of a stream decides whether the stream belongs to this application. */
    const own = new Map<string, boolean>();
    for await (const event of this.store.readAll()) {
      if (event.position > head) return;
      const { streamId } = event;
      const isOwn = own.get(streamId) ?? isOurs(event);
      own.set(streamId, isOwn);
      if (isOwn) yield event;
    }
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

export type InstallationConfig = Pick<AppConfig, 'databaseUrl' | 'eventStoreUrl' | 'home' | 's3'>;

/** An installation's stores, whether its server runs or not. */
export interface Installation {
  config: InstallationConfig;
  pool: Pool;
  /** Null when the events are in Postgres, in an ordinary table. */
  log: OwnStreams | null;
  storage: ObjectStorage;
}

const patience: KeepTryingOptions = {
  ...oneMinute,
  onRetry: ({ message }, left) => void process.stderr.write(`${message} Trying again for ${left} s.\n`),
};

/** Application name that distinguishes the tool's connections from the server's. */
const APPLICATION = 'storyreel-backup';

/** Opens the stores for `work`, and always closes them. An embedded Postgres that was running before keeps running. */
export async function withInstallation<T>(
  config: InstallationConfig,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: join(config.home, 'postgres') });
  const connectionString = config.databaseUrl ?? embedded?.url;
  const pool = new Pool({ connectionString, max: 4, application_name: APPLICATION });
  // When a connection breaks, its running query fails; a broken idle connection does not matter.
  pool.on('error', () => undefined);
  const storage = createObjectStorage(config);
  let log: OwnStreams | null = null;
  try {
    if (config.eventStoreUrl) log = new OwnStreams(await openEventStoreDb(config.eventStoreUrl, patience));
    return await work({ config, pool, log, storage });
  } finally {
    await log?.close();
    if ('close' in storage) storage.close();
    await pool.end();
    if (embedded && !embedded.reused) await embedded.stop();
  }
}
