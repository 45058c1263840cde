import type { ReplayCheck, ReplayReport, ReplayStep } from '@storyreel/contracts';
import { printReport, printSummary, ReplaySummary } from './replay-runs';

const step = (index: number, type: string, changes: Partial<ReplayStep> = {}): ReplayStep => ({
  index,
  event: { type, stream: 'project-p', revision: `${index}`, at: '2026-11-22T10:00:00.000Z' },
  verdict: 'same',
  differences: [],
  state: { run: { status: type }, hold: null, scene: null },
  ...changes,
});
const check = (of: ReplayCheck['of'], changes: Partial<ReplayCheck> = {}): ReplayCheck => ({
  of,
  operation: 'create',
  verdict: 'same',
  differences: [],
  ...changes,
});
const report = (steps: ReplayStep[], checks: ReplayCheck[] = []): ReplayReport => ({
  runId: 'run-1',
  kind: 'image',
  recorded: true,
  recording: 'recorded',
  steps,
  checks,
  same: [...steps, ...checks].every(({ verdict }) => verdict === 'same' || verdict === 'not_compared'),
});
const printed = (given: ReplayReport, to: number | null = null): string => {
  const lines: string[] = [];
  printReport(given, to, (line) => lines.push(line));
  return lines.join('\n');
};

describe('a printed replay', () => {
  it('says of a running run that more may follow', () => {
    const text = printed({ ...report([step(1, 'ImageJobQueued')]), underWay: true });
    expect(text).toContain(
      'The same: 1 events, 0 of 0 requests and prices. The run is under way and was compared up to now.',
    );
  });

  it('has one line for each event when nothing differs', () => {
    const text = printed(report([step(1, 'ImageJobQueued'), step(2, 'ImageJobStarted')]));
    expect(text.split('\n')).toEqual([
      'Run run-1 (image), provider calls recorded.',
      '    1  2026-11-22T10:00:00.000Z  ImageJobQueued       project-p@1',
      '    2  2026-11-22T10:00:00.000Z  ImageJobStarted      project-p@2',
      'The same: 2 events, 0 of 0 requests and prices.',
    ]);
  });

  it('marks differences, missing and extra events, with the path and both values', () => {
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
    expect(text).toMatch(/3 of 3 events and 0 of 0 compared requests and prices differ\.$/);
  });

  it('ends with the state after the requested event', () => {
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

  it('shows requests and prices below the events, with the reason for what was not compared', () => {
    const differences = [{ path: '$.body.input.output_quality', recorded: 92, today: 40 }];
    const checks = [
      check('request'),
      check('sent', { verdict: 'different', differences }),
      check('price', { verdict: 'not_compared', reason: 'it was priced by an older book' }),
    ];
    const text = printed(report([step(1, 'ImageJobQueued')], checks));
    expect(text).toMatch(/^ {7}request of create$/m);
    expect(text).toMatch(/^≠ {6}sent {4}of create\n +\$\.body\.input\.output_quality\n +recorded 92\n +today {4}40$/m);
    expect(text).toMatch(/^\? {6}price {3}of create: not compared, it was priced by an older book$/m);
    expect(text).toMatch(/0 of 1 events and 1 of 2 compared requests and prices differ\.$/);
  });

  it('of many runs has a line for each cause with its count, and says what was not compared', () => {
    const summary = new ReplaySummary();
    const quality = { path: '$.body.output_quality', recorded: 92, today: 40 };
    const changed = (n: number): ReplayReport => ({
      ...report(
        [step(1, 'ImageJobQueued')],
        [check('sent', { verdict: 'different', differences: [quality] }), check('price')],
      ),
      runId: `run-${n}`,
    });
    for (const n of [1, 2, 3]) summary.add(changed(n));
    const image = { path: '$.data.images[3].url', recorded: 'a', today: 'b' };
    const step4 = step(4, 'ImageJobCompleted', { verdict: 'different', differences: [image] });
    summary.add({ ...report([step4]), kind: 'film', recorded: false });
    summary.add(report([], [check('request', { verdict: 'not_compared', reason: 'the recording is cut' })]));
    summary.chatReplies = 7;
    const refused = { command: 'ReserveZaps', streamId: 'wallet-u', at: '2026-11-22T10:00:00.000Z', differences: [] };
    const code = { path: '$.code', recorded: 'insufficient_zaps', today: 'accepted' };
    for (const revision of [3, 5])
      summary.addRefusal({ ...refused, revision, verdict: 'different', differences: [code] });
    summary.addRefusal({ ...refused, revision: 6, verdict: 'same' });
    summary.addRefusal({ ...refused, revision: 7, verdict: 'not_compared', reason: 'it was too large' });
    const lines: string[] = [];
    printSummary(summary, (line) => lines.push(line));
    expect(lines).toEqual([
      '≠ 3 runs: sent of create; for example run run-1',
      '         $.body.output_quality',
      '           recorded 92',
      '           today    40',
      '≠ 2 refusals: ReserveZaps; for example on wallet-u@3',
      '         $.code',
      '           recorded "insufficient_zaps"',
      '           today    "accepted"',
      '≠ 1 run: ImageJobCompleted different; for example run run-1',
      '         $.data.images[3].url',
      '           recorded "a"',
      '           today    "b"',
      '5 runs replayed (4 image, 1 film). 4 differ.',
      'Compared: their events; for 4 of them with recorded provider answers.',
      'Compared: 0 requests to providers.',
      'Not compared: 1 requests to providers, because the recording is cut.',
      'Compared: 3 requests on the wire.',
      'Compared: 3 prices.',
      '3 refusals decided again (3 ReserveZaps). 2 differ.',
      'Not decided again: 1 refusals of ReserveZaps, because it was too large.',
      'Not recorded, and never decided again: refusals of earlier releases, more than 50 of one user on a day, repeats on the same state, and whatever more than one stream decides: the turn of a batch and which scenes it leaves out, how many posts there may be, what a post refers to, and settings that a model does not take.',
      'Not replayed: 7 replies of the assistant since the oldest of these runs, whose calls are not recorded; and publications.',
    ]);
  });
});
