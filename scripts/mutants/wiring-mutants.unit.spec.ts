import { ROOT } from '../lib/paths.mjs';
import { allTestFiles, matching, stageOf } from '../lib/test-files.mjs';
import { mutated } from './apply-mutant.mjs';
import { PLANTED_BUGS } from './planted-bugs.mjs';
import { PLANTED_REPLAYS } from './planted-replays.mjs';
import { WIRING_MUTANTS } from './wiring-mutants.mjs';

const files = allTestFiles();

describe('the planted wiring faults', () => {
  it('are at least thirty, each with its own name', () => {
    expect(new Set(WIRING_MUTANTS.map(({ name }) => name)).size).toBe(WIRING_MUTANTS.length);
    expect(WIRING_MUTANTS.length).toBeGreaterThanOrEqual(30);
  });

  it.each([...WIRING_MUTANTS, ...PLANTED_BUGS, ...PLANTED_REPLAYS].map((mutant) => [mutant.name, mutant] as const))(
    'match the present code: %s',
    (_, mutant) => {
      for (const change of [mutant, ...(mutant.also ?? [])]) {
        expect(mutated({ ...change, name: mutant.name }, ROOT)).toContain(change.put);
      }
      const tests = matching(files, mutant.tests).filter((file) => stageOf(file) === mutant.stage);
      expect(tests).not.toEqual([]);
    },
  );
});
