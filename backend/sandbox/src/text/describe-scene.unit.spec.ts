import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeScene, readNotes } from './describe-scene';
import { splitStory } from './split-story';

const EXAMPLE = readFileSync(join(__dirname, '../../../../examples/the-lighthouse-keeper.txt'), 'utf8');
const scenes = splitStory(EXAMPLE);

function describeWith(part: string, details = '', styleAttributes: string | null = null) {
  const index = scenes.findIndex(({ text }) => text.includes(part));
  const scene = scenes[index];
  if (scene === undefined) throw new Error(`No scene has ${part}`);
  return describeScene({
    story: EXAMPLE,
    scene,
    position: index + 1,
    total: scenes.length,
    continuityDetails: details,
    styleAttributes,
  });
}

describe('a scene of the example story', () => {
  it.each([
    ['sat on the end', ['Mara'], 'at dawn', 'harbour'],
    ['You tie that like a landsman', ['Captain Ibsen', 'Mara'], 'daylight', 'quay'],
    ['By noon the sun', ['Mara', 'dog'], 'daylight', 'cliff'],
    ['sat wrapped in a blanket', ['Elias', 'Mara'], 'daylight', 'kitchen'],
    ['Night fell', ['Elias', 'Mara', 'dog'], 'at night', ''],
    ['lay on the beach', ['Captain Ibsen'], 'daylight', 'beach'],
  ])('with “%s” names its people, time and place', (part, people, time, place) => {
    const { description, imagePrompt } = describeWith(part);
    for (const text of [description, imagePrompt]) {
      for (const person of people) expect(text).toContain(person);
      expect(text.toLowerCase()).toContain(time);
      expect(text.toLowerCase()).toContain(place);
    }
  });

  it('is described by its own sentences', () => {
    expect(describeWith('By noon the sun').description).toBe(
      'Cliff, in daylight, clear sky. Mara climbed the cliff path through the tall grass, and the gulls screamed over ' +
        'her head. Half-way up, a thin brown dog joined her. Cast: Mara, dog. Mood: tense. Medium shot from a low angle.',
    );
  });

  it('without names shows the person meant by “she”, with the story’s description of her', () => {
    const { description, imagePrompt } = describeWith('She climbed the spiral stairs');
    expect(imagePrompt).toContain('Mara (a girl of eleven with red braids and a yellow raincoat)');
    expect(description).not.toContain('Mara');
  });

  it('does not show a person who has left', () => {
    expect(describeWith('In the evening the wind turned').imagePrompt).not.toContain('Ibsen (');
  });

  it('has a camera framing, and a camera movement for the video', () => {
    const { description, imagePrompt, videoPrompt } = describeWith('By noon');
    expect(description).toMatch(/shot/u);
    expect(imagePrompt).toMatch(/^(?:Wide|Medium|Close)[^:]*shot[^:]*:/u);
    expect(imagePrompt).toContain('9:16');
    expect(videoPrompt).toMatch(/^Camera: /u);
  });

  it('shows the weather of its own time, not that of the night before', () => {
    expect(describeWith('lay on the beach').description).not.toMatch(/rain|storm/u);
  });

  it('describes people as the continuity details say', () => {
    const { imagePrompt } = describeWith('By noon', 'Mara: tall woman, silver hair');
    expect(imagePrompt).toContain('Mara (tall woman, silver hair, ');
  });

  it('ends its image prompt with the style', () => {
    expect(describeWith('By noon', '', 'watercolour, soft edges').imagePrompt).toMatch(
      /Style: watercolour, soft edges\.$/u,
    );
  });
});

describe('a scene with a text rewritten by a user', () => {
  it('is read by itself, with the cast of the story', () => {
    const scene = { title: 'At the market', text: 'In the market Mara bargains for a lamp in the rain. She laughs.' };
    const { description } = describeScene({
      story: EXAMPLE,
      scene,
      position: 3,
      total: 12,
      continuityDetails: '',
      styleAttributes: null,
    });
    expect(description).toContain('Mara');
    expect(description).toContain('market');
    expect(description).toContain('rain');
  });

  it.each(['', '!!!', '…'])('still gets prompts when its text says nothing: %j', (text) => {
    const answer = describeScene({
      story: '',
      scene: { title: 'x', text },
      position: 1,
      total: 1,
      continuityDetails: '',
      styleAttributes: null,
    });
    expect(answer.imagePrompt.length).toBeGreaterThan(20);
    expect(answer.videoPrompt.length).toBeGreaterThan(20);
  });
});

describe('a scene of a story in another language', () => {
  it('is described in the words of the story alone, with English prompts', () => {
    const text = 'Mara stieg am Morgen die Treppe des Turms hinauf. Das Licht war im Sturm erloschen.';
    const story = `${text} Der alte Tom wartete auf der Mole, und er war nicht allein.`;
    const question = { story, scene: { title: 'x', text }, position: 1, total: 2, continuityDetails: '' };
    const { description, videoPrompt } = describeScene({ ...question, styleAttributes: null });
    expect(description).toContain('Mara');
    expect(
      description
        .replaceAll(/[.,]/gu, '')
        .split(' ')
        .filter((word) => !story.includes(word)),
    ).toEqual([]);
    expect(videoPrompt).toMatch(/^Camera: /u);
  });
});

describe('continuity details', () => {
  it('are read line by line, without changing other lines', () => {
    const notes = readNotes('Main character: Mara: red coat, braids\n- Tom: old\nCharacters: two\nno colon here');
    expect([...notes]).toEqual([
      ['mara', 'red coat, braids'],
      ['tom', 'old'],
    ]);
  });
});
