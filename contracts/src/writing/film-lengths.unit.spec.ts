import { filmLengths, likelyScenes } from './film-lengths';

const lengthsOf = (story: string) => filmLengths(story).map(({ length }) => length);

describe('the film lengths offered for a story', () => {
  it.each([
    ['a tale of 925 words', 'word '.repeat(925), [30, 60, 90, 'full']],
    ['one of 45 s', 'word '.repeat(110), [30, 'full']],
    ['one sentence', 'Once upon a time.', ['full']],
    ['a Japanese one of a minute', 'あ'.repeat(430), [30, 60, 'full']],
    ['none', '', ['full']],
  ])('%s', (_, story, lengths) => {
    expect(lengthsOf(story)).toEqual(lengths);
  });

  it('have scenes, seconds and a price that grow with them', () => {
    const lengths = filmLengths('word '.repeat(925));
    expect(lengths.map(({ seconds }) => Math.round(seconds))).toEqual([30, 60, 90, 380]);
    expect(lengths.map(({ scenes }) => scenes)).toEqual([2, 4, 4, 17]);
    const zaps = lengths.map((one) => one.zaps);
    expect([...zaps].sort((a, b) => a - b)).toEqual(zaps);
    expect(zaps.at(-1)).toBeLessThan(100);
  });

  it('leave markup out', () => {
    expect(filmLengths(`INT. KITCHEN - NIGHT\n\n/* ${'cut '.repeat(500)} */\n\nMara stirs.`)[0]?.seconds).toBeLessThan(
      3,
    );
  });
});

it('gives a story as many scenes as its words fill, within the limits', () => {
  expect([0, 10, 60, 925, 9_000].map(likelyScenes)).toEqual([0, 1, 2, 17, 20]);
});
