import type { ReplayReport } from '@storyreel/contracts';
import type { RefusalReport } from '../../runs';
import { printReport, replayLast } from '../../tools/replay-runs';
import type { ReplayConfig } from '../../tools/replay-runs';

/** More runs than any of these tests makes. */
const ALL = 10_000;

/** Replays every run of an installation. `different` describes those that today's code would decide differently. */
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
  return { runs, recorded, different };
}
