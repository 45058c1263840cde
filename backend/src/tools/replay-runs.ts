import type { ReplayReport } from '@storyreel/contracts';
import type { Pool } from 'pg';
import { systemClock } from '../platform/clock';
import type { AppConfig } from '../platform/config/app-config';
import type { EventStore } from '../platform/event-store';
import { createObjectStorage, MediaStore, StoredObjects } from '../platform/storage';
import { RecordingReader } from '../providers/recording/recording-reader';
import { findRun, Histories, LogReplayer, newestRuns } from '../runs';
import { type StoresConfig, withStores } from './with-stores';

export type ReplayConfig = StoresConfig & Pick<AppConfig, 's3'>;

export interface ReplayCounts {
  runs: number;
  different: number;
  /** Runs whose providers' answers are known; of the others only the decisions themselves were compared. */
  recorded: number;
}

function replayerOf(config: ReplayConfig, { pool, events }: { pool: Pool; events: EventStore }): LogReplayer {
  // Nothing is saved here, so nothing has to be signed.
  const media = new MediaStore(createObjectStorage(config), new StoredObjects(pool), systemClock, {
    sessionSecret: '',
  });
  return new LogReplayer(events, new RecordingReader(media));
}

/** Null when the log has no such run. */
export function replayOne(config: ReplayConfig, runId: string): Promise<ReplayReport | null> {
  return withStores(config, async (stores) => {
    const run = await findRun(stores.events, runId);
    return run && replayerOf(config, stores).replay(run);
  });
}

/** The newest runs, so many at most, until it is over (`ended`); the next one begins when a report was taken. */
export function replayLast(
  config: ReplayConfig,
  limit: number,
  onReport: (report: ReplayReport) => void | Promise<void>,
  ended?: AbortSignal,
): Promise<ReplayCounts> {
  return withStores(config, async (stores) => {
    const replayer = replayerOf(config, stores);
    const histories = new Histories(stores.events);
    const counts = { runs: 0, different: 0, recorded: 0 };
    for await (const run of newestRuns(stores.events)) {
      const report = await replayer.replay(run, histories);
      if (!report) continue;
      await onReport(report);
      counts.runs += 1;
      counts.different += report.same ? 0 : 1;
      counts.recorded += report.recorded ? 1 : 0;
      if (counts.runs >= limit || ended?.aborted) break;
    }
    return counts;
  });
}
