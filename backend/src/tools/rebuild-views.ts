import { join } from 'node:path';
import { allViews } from '../composition';
import type { AppConfig } from '../platform/config/app-config';
import { createPool } from '../platform/database/pg-pool';
import { ensurePlatformSchema } from '../platform/database/platform-schema';
import { startEmbeddedPostgres } from '../platform/embedded-postgres';
import { createEventStore } from '../platform/event-store';
import { rebuildView, type RebuildReport } from '../platform/views/rebuild-view';

const viewNames = (): string[] => allViews.map(({ name }) => name);

/**
 * Rebuilds views of the installation that the configuration names, whether its server runs or not.
 * @param names of views; all when empty
 * @throws when a name is unknown, or what rebuildView throws
 */
export async function rebuildViews(
  config: Pick<AppConfig, 'databaseUrl' | 'eventStoreUrl' | 'home'>,
  names: readonly string[],
  { switchOver, onReport }: { switchOver: boolean; onReport: (report: RebuildReport) => void },
): Promise<void> {
  const unknown = names.find((name) => !viewNames().includes(name));
  if (unknown !== undefined) throw new Error(`There is no view '${unknown}'. There are: ${viewNames().join(', ')}.`);
  const chosen = allViews.filter(({ name }) => names.length === 0 || names.includes(name));
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: join(config.home, 'postgres') });
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const pool = createPool(databaseUrl, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await ensurePlatformSchema(pool);
    const events = await createEventStore({ eventStoreUrl: config.eventStoreUrl, pool, databaseUrl });
    try {
      for (const view of chosen) onReport(await rebuildView({ pool, events }, view, { switchOver }));
    } finally {
      await events.close();
    }
  } finally {
    await pool.end();
    // A server that ran before belongs to the application.
    if (embedded && !embedded.reused) await embedded.stop();
  }
}
