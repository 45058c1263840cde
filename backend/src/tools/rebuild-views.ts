import { allViews } from '../app/composition';
import { finishedBefore } from '../eventsourcing/views/finished-rows';
import { rebuildView, type RebuildReport } from '../eventsourcing/views/rebuild-view';
import type { AppConfig } from '../infra/config/app-config';
import { UsageError } from './run-tool';
import { type StoresConfig, withStores } from './with-stores';

const viewNames = (): string[] => allViews.map(({ name }) => name);

interface RebuildOptions {
  switchOver: boolean;
  onReport: (report: RebuildReport) => void | Promise<void>;
  /** When aborted, the rebuild stops before the next view. */
  ended?: AbortSignal;
}

/**
 * Rebuilds views of the configured installation, whether or not its server runs.
 * @param names names of views; all views when empty
 * @throws when a name is unknown, or the error of rebuildView
 */
export async function rebuildViews(
  config: StoresConfig & Partial<Pick<AppConfig, 'finishedJobsDays'>>,
  names: readonly string[],
  { switchOver, onReport, ended }: RebuildOptions,
): Promise<void> {
  const unknown = names.find((name) => !viewNames().includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no view '${unknown}'. There are: ${viewNames().join(', ')}.`);
  const before = () => finishedBefore(config.finishedJobsDays ?? 0, new Date());
  const chosen = allViews.filter(({ name }) => names.length === 0 || names.includes(name));
  await withStores(config, async (stores) => {
    for (const view of chosen) {
      if (ended?.aborted) break;
      await onReport(await rebuildView({ ...stores, finishedBefore: before }, view, { switchOver }));
    }
  });
}
