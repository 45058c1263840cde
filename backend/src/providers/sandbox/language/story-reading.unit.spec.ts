import { sentences } from './sentences';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStory } from './story-reading';

const EXAMPLE = readFileSync(join(__dirname, '../../../../../examples/the-lighthouse-keeper.txt'), 'utf8');

const peopleIn = (story: string, beginning: string): string[] => {
  const sentence = readStory(story).sentences.find(({ text }) => text.startsWith(beginning));
  if (sentence === undefined) throw new Error(`No sentence begins with ${beginning}`);
  return sentence.people.map(({ name }) => name);
};

describe('the cast of the example story', () => {
  const { cast, places } = readStory(EXAMPLE);

  it('is found by name, the most important first', () => {
    expect(cast.map(({ name }) => name)).toEqual(['Mara', 'Elias', 'Captain Ibsen', 'The dog']);
  });

  it('has its gender, age and looks from the text', () => {
    expect(cast[0]).toMatchObject({
      gender: 'female',
      age: 'child',
      traits: ['girl of eleven', 'red braids', 'yellow raincoat'],
    });
    expect(cast[1]).toMatchObject({
      gender: 'male',
      age: 'old',
      traits: expect.arrayContaining(['white hair', 'patient hands']) as string[],
    });
    expect(cast[2]).toMatchObject({ gender: 'male', age: 'old', traits: ['broad old man', 'grey beard', 'blue cap'] });
    expect(cast[3]).toMatchObject({ animal: true, traits: ['thin brown dog'] });
  });

  it('knows a ship and a place from a person', () => {
    expect(cast.some(({ name }) => name === 'Petrel')).toBe(false);
    expect(places).toEqual(['Gull Point']);
  });
});

describe('a pronoun', () => {
  it.each([
    ['He was a broad old man', ['Captain Ibsen']],
    ['He took a small brass key', ['Captain Ibsen', 'Mara']],
    ['He turned the key over', ['Elias']],
    ['She climbed the spiral stairs', ['Mara']],
    ['It had no collar', ['The dog']],
  ])('means the last named person it fits: %s', (beginning, people) => {
    expect(peopleIn(EXAMPLE, beginning)).toEqual(people);
  });

  it('inside speech is not taken for somebody present', () => {
    expect(peopleIn(EXAMPLE, '"He says it is only')).toEqual([]);
  });

  it('tells the gender of a name that no dictionary knows', () => {
    const { cast } = readStory(
      'Then Quorra waved. She ran down to the water. The others saw Quorra swim, and she laughed.',
    );
    expect(cast[0]).toMatchObject({ name: 'Quorra', gender: 'female' });
  });
});

describe('a story without names', () => {
  it('has its roles and animals as cast', () => {
    const { cast } = readStory(
      'An old fisherman lived by the sea. The fisherman had a cat. The cat slept in the boat.',
    );
    expect(cast.map(({ name }) => name)).toEqual(expect.arrayContaining(['The fisherman', 'The cat']));
  });
});

describe('the sentences of a paragraph longer than what is read at once', () => {
  it('are those of its words, wherever the windows end', () => {
    const sentence = 'Dr. Mara asked: "Is the lamp lit?" and nobody in the whole tower knew what to say to that. ';
    const found = sentences(sentence.repeat(300));
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set([sentence.trim()]));
    expect(found).toHaveLength(300);
  });

  it('may be longer than that themselves', () => {
    const endless = `${'and the sea went on '.repeat(500)}for ever. Then it stopped.`;
    expect(sentences(endless).map(({ text }) => text)).toEqual([
      endless.slice(0, -' Then it stopped.'.length),
      'Then it stopped.',
    ]);
  });
});
