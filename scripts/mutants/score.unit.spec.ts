import { allTestFiles, matching, stageOf } from '../lib/test-files.mjs';
import { AREAS } from './areas.mjs';
import { reached, scoreOf } from './score.mjs';

const results = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([status, count]) => Array.from({ length: count }, () => ({ status })));

describe('the score of an area', () => {
  it('is the share of mutants that a test noticed, of all that count', () => {
    const found = {
      Killed: 80,
      Timeout: 5,
      Survived: 10,
      NoCoverage: 5,
      Ignored: 40,
      CompileError: 3,
      RuntimeError: 1,
    };
    expect(scoreOf('views', results(found))).toEqual({ area: 'views', killed: 85, survived: 15, percent: '85.0' });
  });

  it('is never rounded up', () => {
    expect(scoreOf('views', results({ Killed: 1_999, Survived: 1 })).percent).toBe('99.9');
    expect(scoreOf('views', []).percent).toBe('0.0');
  });

  it('is sufficient from 85 % on, and for money only without a survivor', () => {
    expect(reached(scoreOf('views', results({ Killed: 85, Survived: 15 })))).toBe(true);
    expect(reached(scoreOf('views', results({ Killed: 849, Survived: 151 })))).toBe(false);
    expect(reached(scoreOf('zaps', results({ Killed: 999, Survived: 1 })))).toBe(false);
    expect(reached(scoreOf('zaps', results({ Killed: 999 })))).toBe(true);
  });
});

describe('each area', () => {
  it.each(AREAS)('$name has tests that can detect mutants', ({ stage, tests }) => {
    expect(matching(allTestFiles(), tests).filter((file) => stageOf(file) === stage)).not.toEqual([]);
  });
});
