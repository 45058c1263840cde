import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import {
  afterSecondChance,
  closingLine,
  countsIn,
  deservesSecondChance,
  failures,
  jestResults,
  playwrightResults,
  readFileTimes,
  readResults,
  stageCount,
  sum,
} from './test-results.mjs';

const passed = { title: 'a', file: 'a', outcome: 'passed' as const, seconds: 1 };
const failed = { title: 'b', file: 'a', outcome: 'failed' as const, seconds: 1 };
const skipped = { title: 'c', file: 'a', outcome: 'skipped' as const, seconds: 0 };

describe('a Jest report', () => {
  it('lists each test with its full title and its seconds', () => {
    const report = {
      testResults: [
        {
          name: '/p/a.unit.spec.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a state a rule', status: 'passed', duration: 1_500 },
            { fullName: 'a state another', status: 'failed', duration: 20 },
            { fullName: 'a state left out', status: 'pending', duration: null },
          ],
        },
      ],
    };
    expect(jestResults(report).map(({ title, outcome, seconds }) => `${title}: ${outcome} in ${seconds} s`)).toEqual([
      'a state a rule: passed in 1.5 s',
      'a state another: failed in 0.02 s',
      'a state left out: skipped in 0 s',
    ]);
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = {
      testResults: [{ name: '/p/a.unit.spec.ts', status: 'failed', message: 'syntax', assertionResults: [] }],
    };
    expect(jestResults(report)).toEqual([
      {
        title: 'a.unit.spec.ts could not run',
        file: '/p/a.unit.spec.ts',
        outcome: 'failed',
        seconds: 0,
        message: 'syntax',
      },
    ]);
  });
});

describe('the end of a run', () => {
  it('names each failed test, its file and the first lines of its message, without colours', () => {
    const test = {
      fullName: 'a wallet adds up',
      status: 'failed',
      failureMessages: [`\u001b[31mExpected: 3\u001b[39m\n\nReceived: 4\n${'    at x\n'.repeat(30)}`],
    };
    const report = {
      testResults: [{ name: '/p/a.int.spec.ts', status: 'failed', message: '', assertionResults: [test] }],
    };
    const [text = ''] = failures([passed, ...jestResults(report), skipped]);
    expect(text.split('\n').slice(0, 4)).toEqual([
      'failed: a wallet adds up',
      '  /p/a.int.spec.ts',
      '  Expected: 3',
      '  Received: 4',
    ]);
    expect(text.split('\n')).toHaveLength(16);
  });

  it('shows why a browser test failed', () => {
    const tests = [{ status: 'unexpected', results: [{}, { error: { message: 'no such button' } }] }];
    const report = {
      suites: [{ title: 'a.e2e.ts', file: 'a.e2e.ts', specs: [{ title: 'a', file: 'a.e2e.ts', tests }] }],
    };
    expect(failures(playwrightResults(report))).toEqual(['failed: a\n  a.e2e.ts\n  no such button']);
  });
});

describe('a Playwright report', () => {
  const spec = (title: string, status: string) => ({ title, file: 'a.e2e.ts', tests: [{ status }] });
  const report = {
    suites: [
      {
        title: 'a.e2e.ts',
        file: 'a.e2e.ts',
        specs: [spec('a journey', 'expected')],
        suites: [
          {
            title: 'on a phone',
            file: 'a.e2e.ts',
            specs: [spec('x', 'unexpected'), spec('y', 'flaky'), spec('z', 'skipped')],
          },
        ],
      },
    ],
    errors: [{ message: 'no browser\nat …' }],
  };

  it('joins the titles of its suites, and counts flaky tests and errors as failures', () => {
    expect(playwrightResults(report).map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
      'a journey: passed',
      'on a phone x: failed',
      'on a phone y: failed',
      'on a phone z: skipped',
      'Playwright: no browser: failed',
    ]);
  });
});

describe('a stage', () => {
  it('is counted by the outcomes of its tests', () => {
    expect(stageCount([passed, failed, skipped], 1, false)).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  it.each([
    ['left no report', null, 1],
    ['left no report but ended with success', null, 0],
    ['failed without a failed test', [passed], 134],
  ])('has one more failure when its runner %s', (_what, results, code) => {
    expect(stageCount(results, code, false).failed).toBe(1);
  });

  it('does not count tests as skipped that a filter left out', () => {
    expect(stageCount([passed, skipped], 0, true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  it('has no results when it never ran', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-reports-'));
    try {
      expect(readResults('unit', folder)).toBeNull();
      expect(readFileTimes('unit', folder)).toEqual([]);
      writeFileSync(path.join(folder, 'e2e.json'), JSON.stringify({ suites: [], errors: [] }));
      expect(readResults('e2e', folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  const journey = (file: string, ...durations: number[]) => ({
    title: 'a',
    file,
    tests: [{ status: 'expected', results: durations.map((duration) => ({ duration })) }],
  });
  const suite = (file: string, ...specs: ReturnType<typeof journey>[]) => ({ title: file, file, specs });
  it.each([
    [
      'int',
      'from the beginning of its load to its end',
      { testResults: [{ name: inRoot('backend/src/a.int.spec.ts'), startTime: 1_000, endTime: 3_500 }] },
      [{ file: path.join('backend', 'src', 'a.int.spec.ts'), seconds: 2.5 }],
    ],
    [
      'e2e',
      'by all its tests, with what was tried twice',
      {
        suites: [
          suite('a.e2e.ts', journey('a.e2e.ts', 1_000, 500), journey('a.e2e.ts', 2_000)),
          suite('b.e2e.ts', journey('b.e2e.ts', 250)),
        ],
      },
      [
        { file: 'a.e2e.ts', seconds: 3.5 },
        { file: 'b.e2e.ts', seconds: 0.25 },
      ],
    ],
  ])('%s measures a file %s', (stage, _how, report, times) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-reports-'));
    try {
      writeFileSync(path.join(folder, `${stage}.json`), JSON.stringify(report));
      expect(readFileTimes(stage, folder)).toEqual(times);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a second chance', () => {
  const outcome = (failedTests: number, hasCrashed = false) => ({
    counted: { passed: 9, failed: failedTests, skipped: 0 },
    hasCrashed,
  });
  const of = (file: string, result: 'passed' | 'failed') => ({ title: 'a', file, outcome: result, seconds: 1 });

  it('is given to a few failed tests of runners that ended in order', () => {
    expect(deservesSecondChance([outcome(0), outcome(0)])).toBe(false);
    expect(deservesSecondChance([outcome(0), outcome(4)])).toBe(true);
    expect(deservesSecondChance([outcome(1), outcome(4)])).toBe(false);
    expect(deservesSecondChance([outcome(1), outcome(1, true)])).toBe(false);
  });

  it('counts only for files in which nothing fails any more', () => {
    const first = ['well', 'ill', 'gone'].map((file) => of(file, 'failed'));
    const again = [of('well', 'passed'), of('ill', 'passed'), of('ill', 'failed')];
    expect(afterSecondChance(first, again)).toEqual({ flaky: [first[0]], stillFailed: [first[1], first[2]] });
  });
});

describe('the closing line', () => {
  it('sums all stages', () => {
    const total = sum([
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]);
    expect(closingLine(total)).toBe('7 passed, 1 failed');
  });

  it.each([
    ['\u001b[1m7 passed, 1 failed\u001b[22m\n', { passed: 7, failed: 1, skipped: 0 }],
    [
      '1 passed, 0 failed\n\nstage unit 9 passed, 0 failed\n2 passed, 0 failed, 3 skipped\r\n',
      { passed: 2, failed: 0, skipped: 3 },
    ],
    ['stage unit 9 passed, 0 failed\n', null],
  ])('is read from the output of a run: %j', (output, counted) => {
    expect(countsIn(output)).toEqual(counted);
  });

  it('names skipped tests only when there are some', () => {
    expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
  });
});
