import { isDeepStrictEqual } from 'node:util';
import type { ReplayReport } from '@storyreel/contracts';
import { PastReader } from '../../eventsourcing/commands/past-reader';
import { PostgresSnapshots } from '../../eventsourcing/commands/postgres-snapshots';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { projectAggregate } from '../../projects/storyboard';
import type { ProjectEvent, ProjectState } from '../../projects/storyboard';
import type { RefusalReport } from '../../runs';
import { printReport, replayLast } from '../../tools/replay-runs';
import type { ReplayConfig } from '../../tools/replay-runs';
import { withStores } from '../../tools/with-stores';

/** More runs than any of these tests makes. */
const ALL = 10_000;

/** Number of moments at which a project is compared, besides its end. */
const MOMENTS = 8;

/** Folds events one by one, without a snapshot. */
const folded = (events: readonly RecordedEvent<ProjectEvent>[]): ProjectState =>
  events.reduce(
    (state, event) => projectAggregate.evolve(state, event, { ...event.metadata, revision: event.revision }),
    projectAggregate.initial,
  );

/** Returns the moments at which a project read from the nearest snapshot differs from its events folded one by one. */
function pastsThatDiffer(config: ReplayConfig): Promise<string[]> {
  return withStores(config, async ({ pool, events }) => {
    const snapshots = await PostgresSnapshots.open(pool, console);
    const reader = new PastReader(events, snapshots);
    const streams = new Map<string, RecordedEvent<ProjectEvent>[]>();
    for await (const event of events.readAll({ filter: { streamPrefixes: ['project-'] } })) {
      const recorded = toRecorded(event) as RecordedEvent<ProjectEvent>;
      const known = streams.get(event.streamId);
      if (known) known.push(recorded);
      else streams.set(event.streamId, [recorded]);
    }
    const different = streams.size === 0 ? ['there is no project whose past can be read'] : [];
    for (const [streamId, all] of streams) {
      const step = Math.max(1, Math.floor(all.length / MOMENTS));
      for (let last = all.length - 1; last >= 0; last -= step) {
        const until = all[last]?.revision ?? 0n;
        const past = await reader.read(projectAggregate, streamId.slice('project-'.length), { near: until, until });
        const state = folded(all.filter(({ revision }) => revision <= past.revision));
        if (!isDeepStrictEqual(past.state, state)) different.push(`${streamId} as of ${until} is not its events`);
      }
    }
    await snapshots.close();
    return different;
  });
}

/**
 * Replays every run of an installation, and reads its projects at earlier moments. `different` describes runs that
 * today's code would decide differently, and moments that do not match the events.
 */
export async function replayAll(
  config: ReplayConfig,
): Promise<{ runs: number; recorded: number; different: string[] }> {
  const different: string[] = [];
  const onRun = (report: ReplayReport) => {
    if (!report.same) printReport(report, null, (line) => different.push(line));
  };
  const onRefusal = (report: RefusalReport) => {
    if (report.verdict === 'different') different.push(JSON.stringify(report));
  };
  const { runs, recorded } = await replayLast(config, ALL, { onRun, onRefusal });
  return { runs, recorded, different: [...different, ...(await pastsThatDiffer(config))] };
}
