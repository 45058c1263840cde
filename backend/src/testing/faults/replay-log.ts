import type { ReplayReport } from '@storyreel/contracts';
import { printReport, replayLast } from '../../tools/replay-runs';
import type { ReplayConfig } from '../../tools/replay-runs';

/** More runs than any of these tests makes. */
const ALL = 10_000;

/** Replays every run of an installation. `different` describes those that today's code would decide differently. */
export async function replayAll(
  config: ReplayConfig,
): Promise<{ runs: number; recorded: number; different: string[] }> {
  const different: string[] = [];
  const take = (report: ReplayReport) => {
    if (!report.same) printReport(report, null, (line) => different.push(line));
  };
  const { runs, recorded } = await replayLast(config, ALL, take);
  return { runs, recorded, different };
}
