import type { ReplayReport, ReplayStep } from '@storyreel/contracts';
import { replayWithoutDollars } from './present-events';

const step = (differences: ReplayStep['differences']): ReplayStep => ({
  index: 1,
  event: { type: 'ImageJobCompleted', stream: 'project-p', revision: '1', at: '2026-11-22T10:00:00.000Z' },
  verdict: 'different',
  differences,
  state: { run: { status: 'queued', usd: 0.1, queued: { usd: 0.1, units: 40_000 } }, hold: null, scene: null },
});
const report = (steps: ReplayStep[]): ReplayReport => ({
  ...{ runId: 'run', kind: 'image', recorded: true, recording: 'recorded', steps, checks: [], same: false },
});

describe('a replay for a creator', () => {
  it('has no dollars in its states, nor in a different or extra event', () => {
    const shown = replayWithoutDollars(
      report([
        step([
          { path: '$.data.units', recorded: 40_000, today: 7 },
          { path: '$.data.usd', recorded: 0.1, today: 0.2 },
          { path: '$', recorded: undefined, today: { type: 'ImageJobCompleted', data: { usd: 0.2, images: [] } } },
        ]),
      ]),
    );
    expect(shown.steps[0]?.differences).toEqual([
      { path: '$.data.units', recorded: 40_000, today: 7 },
      { path: '$.data.usd' },
      { path: '$', recorded: undefined, today: { type: 'ImageJobCompleted', data: { images: [] } } },
    ]);
    expect(shown.steps[0]?.state.run).toEqual({ status: 'queued', queued: { units: 40_000 } });
    expect(JSON.stringify(shown)).not.toMatch(/0\.[12]/);
  });
});
