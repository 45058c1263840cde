import type { ReplayReport, ReplayStep } from '@storyreel/contracts';
import type { Pool } from 'pg';
import type { EventStore } from '../eventsourcing/event-store';
import type { AppConfig } from '../infra/config/app-config';
import { createObjectStorage, MediaStore, StoredObjects } from '../infra/storage';
import { RecordingReader } from '../integrations/recording/run-recordings';
import { systemClock } from '../lib/time';
import { findRun, Histories, LogReplayer, newestRuns } from '../runs';
import { withStores } from './with-stores';
import type { StoresConfig } from './with-stores';

export type ReplayConfig = StoresConfig & Pick<AppConfig, 's3'>;

export interface ReplayCounts {
  runs: number;
  different: number;
  /** Runs with recorded provider responses; for the others only the decisions were compared. */
  recorded: number;
}

function replayerOf(config: ReplayConfig, { pool, events }: { pool: Pool; events: EventStore }): LogReplayer {
  // Nothing is saved here, so the secret is not needed.
  const media = new MediaStore(createObjectStorage(config), new StoredObjects(pool), systemClock, {
    sessionSecret: '',
  });
  return new LogReplayer(events, new RecordingReader(media));
}

/** Returns null when the log has no such run. */
export function replayOne(config: ReplayConfig, runId: string): Promise<ReplayReport | null> {
  return withStores(config, async (stores) => {
    const run = await findRun(stores.events, runId);
    return run && replayerOf(config, stores).replay(run);
  });
}

/** Replays up to `limit` of the newest runs, until `ended` aborts; the next one starts once a report was handled. */
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

const MARKS: Record<ReplayStep['verdict'], string> = { same: ' ', different: '≠', missing: '-', extra: '+' };
const LONGEST = 200;

const RECORDING: Record<ReplayReport['recording'], string> = {
  recorded: 'provider calls recorded',
  not_recorded: 'provider calls not recorded: only the decisions are compared',
  gone: 'the recording of its provider calls has expired: only the decisions are compared',
  damaged: 'the recording of its provider calls is damaged: only the decisions are compared',
};

/** Prints one line per event with its differences below, and at the end the state after event `to`. */
export function printReport(report: ReplayReport, to: number | null, say: (line: string) => void): void {
  const { runId, kind, recording, recorded, steps, same, underWay } = report;
  const told = recording === 'recorded' && !recorded ? 'provider calls recorded in part' : RECORDING[recording];
  say(`Run ${runId} (${kind}), ${told}.`);
  const shown = steps.filter(({ index }) => to === null || index <= to);
  for (const { index, event, verdict, differences } of shown) {
    const place = `${event.stream}${event.revision === null ? '' : `@${event.revision}`}`;
    say(`${MARKS[verdict]} ${String(index).padStart(3)}  ${event.at ?? '-'}  ${event.type.padEnd(20)} ${place}`);
    if (verdict !== 'same') say(`         ${verdict}`);
    for (const { path, recorded: then, today } of differences) {
      say(`         ${path}`);
      say(`           recorded ${short(then)}`);
      say(`           today    ${short(today)}`);
    }
  }
  const last = shown.at(-1);
  if (to !== null && last) say(`State after event ${last.index}:\n${JSON.stringify(last.state, null, 2)}`);
  const different = steps.filter(({ verdict }) => verdict !== 'same').length;
  const verdict = same ? `The same: ${steps.length} events.` : `${different} of ${steps.length} events differ.`;
  say(underWay ? `${verdict} The run is under way: it is compared so far.` : verdict);
}

export const summaryOf = ({ runs, different, recorded }: ReplayCounts): string =>
  `${runs} runs replayed, ${recorded} of them with recorded provider calls. ${different} differ.`;

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
