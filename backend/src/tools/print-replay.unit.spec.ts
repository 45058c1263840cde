import type { ReplayReport, ReplayStep } from '@storyreel/contracts';
import { printReport, summaryOf } from './replay-runs';

const step = (index: number, type: string, changes: Partial<ReplayStep> = {}): ReplayStep => ({
  index,
  event: { type, stream: 'project-p', revision: `${index}`, at: '2026-11-22T10:00:00.000Z' },
  verdict: 'same',
  differences: [],
  state: { run: { status: type }, hold: null, scene: null },
  ...changes,
});
const report = (steps: ReplayStep[]): ReplayReport => ({
  runId: 'run-1',
  kind: 'image',
  recorded: true,
  recording: 'recorded',
  steps,
  same: steps.every(({ verdict }) => verdict === 'same'),
});
const printed = (given: ReplayReport, to: number | null = null): string => {
  const lines: string[] = [];
  printReport(given, to, (line) => lines.push(line));
  return lines.join('\n');
};

describe('a printed replay', () => {
  it('says of a run that is under way that there may be more', () => {
    const text = printed({ ...report([step(1, 'ImageJobQueued')]), underWay: true });
    expect(text).toContain('The same: 1 events. The run is under way: it is compared so far.');
  });

  it('is a line an event when nothing differs', () => {
    const text = printed(report([step(1, 'ImageJobQueued'), step(2, 'ImageJobStarted')]));
    expect(text.split('\n')).toEqual([
      'Run run-1 (image), provider calls recorded.',
      '    1  2026-11-22T10:00:00.000Z  ImageJobQueued       project-p@1',
      '    2  2026-11-22T10:00:00.000Z  ImageJobStarted      project-p@2',
      'The same: 2 events.',
    ]);
  });

  it('marks what differs, is missing or is extra, with its path and both values', () => {
    const differences = [{ path: '$.data.units', recorded: 40_000, today: undefined }];
    const extra = { type: 'ImageJobFailed', stream: 'project-p', revision: null, at: null };
    const text = printed(
      report([
        step(1, 'ImageJobQueued', { verdict: 'different', differences }),
        step(2, 'ImageJobStarted', { verdict: 'missing' }),
        step(2, 'ImageJobFailed', { verdict: 'extra', event: extra }),
      ]),
    );
    expect(text).toMatch(/^≠ {3}1 .*\n +different\n +\$\.data\.units\n +recorded 40000\n +today {4}nothing$/m);
    expect(text).toMatch(/^- {3}2 .*ImageJobStarted/m);
    expect(text).toMatch(/^\+ {3}2 {2}- {2}ImageJobFailed +project-p$/m);
    expect(text).toMatch(/3 of 3 events differ\.$/);
  });

  it('ends with the state after the event that was asked for', () => {
    const text = printed(report([step(1, 'ImageJobQueued'), step(2, 'ImageJobStarted')]), 1);
    expect(text).toContain('State after event 1:');
    expect(text).toContain('"status": "ImageJobQueued"');
    expect(text).not.toContain('ImageJobStarted');
  });

  it.each([
    ['not_recorded', 'not recorded'],
    ['gone', 'has expired'],
    ['damaged', 'is damaged'],
  ] as const)('says when there is no recording: %s', (recording, words) => {
    expect(printed({ ...report([]), recording, recorded: false })).toContain(words);
  });

  it('of many runs counts them', () => {
    expect(summaryOf({ runs: 12, recorded: 9, different: 1 })).toBe(
      '12 runs replayed, 9 of them with recorded provider calls. 1 differ.',
    );
  });
});
