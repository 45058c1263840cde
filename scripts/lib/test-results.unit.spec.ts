import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closingLine, jestResults, playwrightResults, readResults, stageCount, sum } from './test-results.mjs';

const passed = { title: 'a', file: 'a', outcome: 'passed' as const };
const failed = { title: 'b', file: 'a', outcome: 'failed' as const };
const skipped = { title: 'c', file: 'a', outcome: 'skipped' as const };

describe('a Jest report', () => {
  it('gives each test with its full title', () => {
    const report = {
      testResults: [
        {
          name: '/p/a.unit.spec.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a state a rule', status: 'passed' },
            { fullName: 'a state another', status: 'failed' },
            { fullName: 'a state left out', status: 'pending' },
          ],
        },
      ],
    };
    expect(jestResults(report).map(({ title, outcome }) => `${title}: ${outcome}`)).toEqual([
      'a state a rule: passed',
      'a state another: failed',
      'a state left out: skipped',
    ]);
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = {
      testResults: [{ name: '/p/a.unit.spec.ts', status: 'failed', message: 'syntax', assertionResults: [] }],
    };
    expect(jestResults(report)).toEqual([
      { title: 'a.unit.spec.ts could not run', file: '/p/a.unit.spec.ts', outcome: 'failed' },
    ]);
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
  it('is counted as its tests ended', () => {
    expect(stageCount([passed, failed, skipped], 1, false)).toEqual({ passed: 1, failed: 1, skipped: 1 });
  });

  it.each([
    ['left no report', null, 1],
    ['left no report and still said all was well', null, 0],
    ['failed without a failed test', [passed], 134],
  ])('has one failure more when its runner %s', (_what, results, code) => {
    expect(stageCount(results, code, false).failed).toBe(1);
  });

  it('does not call tests skipped that a filter left out', () => {
    expect(stageCount([passed, skipped], 0, true)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  it('has no results when it never ran', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-reports-'));
    try {
      expect(readResults('unit', folder)).toBeNull();
      writeFileSync(path.join(folder, 'e2e.json'), JSON.stringify({ suites: [], errors: [] }));
      expect(readResults('e2e', folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
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

  it('names skipped tests only when there are some', () => {
    expect(closingLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped');
  });
});
