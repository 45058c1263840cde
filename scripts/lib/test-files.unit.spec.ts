import { allTestFiles, longTestFiles, matching, stageOf } from './test-files.mjs';

describe('a test file', () => {
  it.each([
    ['backend/src/money/zaps/domain/wallet.unit.spec.ts', 'unit'],
    ['backend/sandbox/src/sandbox.unit.spec.ts', 'unit'],
    ['contracts/src/money/price-book.unit.spec.ts', 'unit'],
    ['scripts/lib/main.unit.spec.ts', 'unit'],
    ['frontend/src/ui/delays.unit.spec.tsx', 'web'],
    ['frontend/src/platform/autosave/autosave.unit.spec.tsx', 'web'],
    ['frontend/src/platform/time/days.unit.spec.ts', 'unit'],
    ['backend/src/money/zaps/zaps.api.spec.ts', 'int'],
    ['backend/src/eventsourcing/reactors/jobs.int.spec.ts', 'int'],
    ['backend/src/testing/faults/kill-server.int.spec.ts', 'faults'],
    ['backend/src/testing/faults/kill-node.faults.spec.ts', null],
    ['backend/src/app/one-home.long.spec.ts', null],
    ['frontend/e2e/main-job.e2e.ts', 'e2e'],
    ['frontend/e2e/every-screen.long.e2e.ts', null],
    ['backend/src/testing/faults/draw.ts', null],
    ['frontend/e2e/support/api.ts', null],
  ])('%s belongs to %s', (file, stage) => expect(stageOf(file)).toBe(stage));

  it('is found, and chosen by any part of its path', () => {
    const files = allTestFiles();
    expect(files).toContain('scripts/lib/test-files.unit.spec.ts');
    expect(files).toContain('contracts/testing/wire-check.unit.spec.ts');
    expect(new Set(files.map(stageOf))).toEqual(new Set(['unit', 'web', 'int', 'faults', 'e2e']));
    expect(matching(files, ['lib/test-files', 'Kill-Server'])).toEqual([
      'backend/src/testing/faults/kill-server.int.spec.ts',
      'scripts/lib/test-files.unit.spec.ts',
    ]);
    expect(matching(files, [])).toEqual(files);
    expect(longTestFiles()).toEqual(
      expect.arrayContaining(['backend/src/app/one-home.long.spec.ts', 'frontend/e2e/every-screen.long.e2e.ts']),
    );
    expect(longTestFiles().filter((file) => stageOf(file) !== null)).toEqual([]);
  });
});
