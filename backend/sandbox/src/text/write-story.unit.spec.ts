import { writeStory } from './write-story';

const wish = (idea: string, words = 450, tone = 'warm') => writeStory({ idea, tone, words, maxTokens: 4_000 });
const count = (text: string): number => text.split(/\s+/u).length;

describe('a story of the sandbox', () => {
  it('begins with the idea and is about the person it names', () => {
    const story = wish('A keeper called Elias finds a bottle on the beach');
    expect(story.startsWith('A keeper called Elias finds a bottle on the beach.\n\n')).toBe(true);
    expect(story.match(/Elias/gu)?.length).toBeGreaterThan(4);
  });

  it('has a character when the idea names nobody', () => {
    expect(wish('rain')).toContain('Nora');
  });

  it.each([150, 450, 900])('has about %i words', (words) => {
    const written = count(wish('Elias walks to the sea.', words));
    expect(written).toBeGreaterThan(words * 0.7);
    expect(written).toBeLessThan(words * 1.3);
  });

  it('differs in another tone, and is the same when it is requested again', () => {
    expect(wish('Elias.', 450, 'tense')).not.toBe(wish('Elias.'));
    expect(wish('Elias.')).toBe(wish('Elias.'));
  });

  it('is not longer for a very long idea', () => {
    expect(wish('word '.repeat(800), 150).split('\n\n')[0]?.length).toBeLessThan(420);
  });
});
