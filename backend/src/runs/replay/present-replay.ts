import type { ReplayDifference, ReplayReport } from '@storyreel/contracts';
import { withoutDollars } from '../detail/present-events';
import type { RunRow } from '../views/run.view';

const DOLLARS = /\.usd$/;

/** For creators: what differs in dollars is named, and not what they are. */
export function replayWithoutDollars(report: ReplayReport): ReplayReport {
  const shown = ({ path, ...values }: ReplayDifference): ReplayDifference =>
    DOLLARS.test(path) ? { path } : { path, ...values };
  const steps = report.steps.map((step) => ({ ...step, differences: step.differences.map(shown) }));
  return withoutDollars({ ...report, steps }) as ReplayReport;
}

/** Of work that has no events of its own: a reply of the assistant, or what was refused once its zaps were reserved. */
export const nothingToReplay = ({ id: runId, kind, operation }: RunRow): ReplayReport => ({
  runId,
  kind: operation ?? kind,
  recorded: false,
  recording: 'not_recorded',
  steps: [],
  same: true,
});
