import { isTitleOfItself, titleFromStory } from './new-project';

describe('the title that a new project takes from its story', () => {
  it.each([
    ['The Night Bus\n\nI missed the last train.', 'The Night Bus'],
    ['\n\n# The Heron\nThe heron stands.', 'The Heron'],
    ['At dawn Mara rowed out. The lamp had gone dark.', 'At dawn Mara rowed out'],
    ['"You\'re late," said Nora.', 'You\'re late," said Nora'],
    ['Why not? Because.', 'Why not?'],
    ['黎明时分，雾还笼罩着小镇的河。小梅坐在石桥上。', '黎明时分，雾还笼罩着小镇的河'],
    ['The bridge opened at 2.30 p.m', 'The bridge opened at 2.30 p.m'],
    [' \n\t', 'Untitled Project'],
    ['***\n---', 'Untitled Project'],
  ])('of %j is %j', (story, title) => {
    expect(titleFromStory(story)).toBe(title);
  });

  it('is cut between words, never within an emoji', () => {
    const long = titleFromStory('In the dim and draughty house at the far end of the long lane lived a man');
    expect(long).toBe('In the dim and draughty house at the far end of the long…');
    expect(titleFromStory('🦊'.repeat(100))).toBe(`${'🦊'.repeat(59)}…`);
  });

  it('is dropped once another one is written', () => {
    expect(isTitleOfItself({ title: 'Untitled Project', story: 'Once.' })).toBe(true);
    expect(isTitleOfItself({ title: 'Once', story: 'Once.' })).toBe(true);
    expect(isTitleOfItself({ title: 'My film', story: 'Once.' })).toBe(false);
    expect(isTitleOfItself({ title: '', story: 'Once.' })).toBe(false);
  });
});
