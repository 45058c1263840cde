import { howMany, slowest, stageTable } from './test-report.mjs';
import { PLAN, planFor, workersFor } from './test-plan.mjs';
import { STAGES } from './test-results.mjs';

const counted = (passed: number, failed: number) => ({ passed, failed, skipped: 0 });

describe('the closing table', () => {
  it('shows seconds, tests, failures and second chances of each stage, and of all', () => {
    const ends = [
      { stage: 'unit' as const, seconds: 61.25, counted: counted(2_830, 0), secondChances: 0 },
      { stage: 'e2e' as const, seconds: 100, counted: counted(128, 1), secondChances: 3 },
    ];
    // Less than the sum of both, because they overlapped.
    expect(stageTable(ends, 130.04).split('\n')).toEqual([
      'stage  seconds  tests  failed  second chances',
      '─────  ───────  ─────  ──────  ──────────────',
      'unit      61.3   2830       0               0',
      'e2e      100.0    129       1               3',
      'all      130.0   2959       1               3',
    ]);
  });
});

describe('the list of the slowest tests', () => {
  const timed = [
    { stage: 'unit' as const, what: 'quick.unit.spec.ts', seconds: 0.04 },
    { stage: 'int' as const, what: 'slow.int.spec.ts', seconds: 12.34 },
    { stage: 'unit' as const, what: 'slower than quick.unit.spec.ts', seconds: 2 },
  ];

  it('is sorted by seconds, and limited to the requested number', () => {
    expect(slowest('file', timed, 2).split('\n')).toEqual([
      'seconds  stage  file',
      '───────  ─────  ──────────────────────────────',
      '   12.3  int    slow.int.spec.ts',
      '    2.0  unit   slower than quick.unit.spec.ts',
    ]);
    expect(timed.map(({ seconds }) => seconds)).toEqual([0.04, 12.34, 2]);
  });

  it.each([
    [undefined, 0],
    ['1', 1],
    ['20', 20],
  ])('is requested by a number: %s', (value, number) => expect(howMany('slowest', value)).toBe(number));

  it.each(['0', '-1', '2.5', 'many', ''])('is refused for %s', (value) => {
    expect(() => howMany('slowest', value)).toThrow(`--slowest takes a whole number, not '${value}'.`);
  });
});

describe('the plan of a run', () => {
  it('has each stage once', () => {
    expect(PLAN.flat(2).sort()).toEqual([...STAGES].sort());
  });

  it('leaves out unrequested stages, and lanes and steps that are empty then', () => {
    const plan = [[['unit' as const, 'web' as const], ['int' as const]], [['e2e' as const]], [['faults' as const]]];
    expect(planFor(['web', 'faults'], plan)).toEqual([[['web']], [['faults']]]);
    expect(planFor(['unit', 'int', 'e2e'], plan)).toEqual([[['unit'], ['int']], [['e2e']]]);
  });

  it.each(STAGES)('gives %s at least one worker, and no more beside another stage than alone', (stage) => {
    expect(workersFor(stage, false)).toBeGreaterThanOrEqual(1);
    expect(workersFor(stage, true)).toBeGreaterThanOrEqual(workersFor(stage, false));
  });
});
