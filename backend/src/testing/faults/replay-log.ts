import type { ReplayReport } from '@storyreel/contracts';
import { printReport, replayLast } from '../../tools/replay-runs';
import type { ReplayConfig, ReplayCounts } from '../../tools/replay-runs';

/** As many as any of these tests makes. */
const ALL = 10_000;

/** Decides every run of an installation again. `different` are those that today's code would decide otherwise, in words. */
export async function replayAll(
  config: ReplayConfig,
): Promise<Omit<ReplayCounts, 'different'> & { different: string[] }> {
  const different: string[] = [];
  const take = (report: ReplayReport) => {
    if (!report.same) printReport(report, null, (line) => different.push(line));
  };
  const { runs, recorded } = await replayLast(config, ALL, take);
  return { runs, recorded, different };
}
