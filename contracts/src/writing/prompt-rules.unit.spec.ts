import { LIMITS } from '../common/limits';
import { characterLines, mentionsLead, splitReference, withReference, withStyle } from './prompt-rules';

describe('the lead character', () => {
  it.each([
    ['MIRA runs', 'Mira Holt: tall\nTom: short', true],
    ["Mira's lamp", 'Mira Holt: tall', true],
    ['Mira Holt runs', 'Mira Holt: tall', true],
    ['Admiral', 'Mira Holt: tall', false],
    ['Miranda runs', 'Mira Holt: tall', false],
    ['Tom runs', 'Mira Holt: tall\nTom: short', false],
    ['Tom runs', 'The crew of the ship\nTom: short', true],
    ['the sea', 'The Keeper: old', false],
    ['a keeper waits', 'The Keeper: old', true],
    ['Dr. Brandt', 'Dr. Brandt: stern', true],
    ['Dr. Weiss', 'Dr. Brandt: stern', false],
    ['Mira', '', false],
  ])('in %j with the characters %j: %s', (text, characters, named) => {
    expect(mentionsLead(text, characters)).toBe(named);
  });

  it('needs a name and traits', () => {
    expect(characterLines('Mira: tall , red coat\n: x\nTom:\n Ana : shy')).toEqual([
      { name: 'Mira', traits: ['tall', 'red coat'] },
      { name: 'Ana', traits: ['shy'] },
    ]);
  });
});

describe('an image prompt', () => {
  const project = { characters: 'Mara: brave, tall\nTom: shy', imageUrl: '/api/media/ref' };

  it('gets the reference image when the description mentions the lead character [AI-06]', () => {
    expect(withReference('a pier', 'mara waits.', project)).toBe('a pier --oref /api/media/ref');
  });

  it('gets none for other characters, or without an image, and loses an old one [AI-06]', () => {
    expect(withReference('a pier', 'Tom waits.', project)).toBe('a pier');
    expect(withReference('a pier --oref /old', 'Tom waits.', project)).toBe('a pier');
    expect(withReference('a pier', 'Mara waits.', { ...project, imageUrl: null })).toBe('a pier');
  });

  it('ends with the style’s attributes, once, before any parameter [AI-07]', () => {
    expect(withStyle('a pier', ' ink wash ')).toBe('a pier, ink wash');
    expect(withStyle('a pier, ink wash', 'ink wash')).toBe('a pier, ink wash');
    expect(withStyle('a pier --oref /x', 'ink wash')).toBe('a pier, ink wash --oref /x');
    expect(withStyle('a pier', null)).toBe('a pier');
  });

  it('keeps its reference when it is too long', () => {
    const prompt = withReference(withStyle('x'.repeat(LIMITS.prompt), 'ink wash'), 'Mara waits.', project);
    expect(prompt).toHaveLength(LIMITS.prompt);
    expect(prompt.endsWith(' --oref /api/media/ref')).toBe(true);
  });

  it('can be split into its parts again', () => {
    expect(splitReference('a pier --oref /x')).toEqual({ text: 'a pier', reference: ' --oref /x' });
  });
});
