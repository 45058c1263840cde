import { sceneRange } from './scene-defaults';

describe('the number of scenes', () => {
  it.each([
    [20, 1, 2],
    [80, 2, 5],
    [600, 4, 20],
    [50_000, 4, 20],
  ])('for %d words lies between %d and %d', (words, fewest, most) => {
    expect(sceneRange(words)).toEqual({ fewest, most });
  });

  it('is never above the requested number', () => {
    expect(sceneRange(600, 3)).toEqual({ fewest: 3, most: 3 });
  });
});
