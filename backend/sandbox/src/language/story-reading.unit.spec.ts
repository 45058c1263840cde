import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStory } from './story-reading';

const example = (name: string): string => readFileSync(join(__dirname, '../../../../examples', name), 'utf8');
const told = (story: string) => readStory(story).cast.map(({ name, phrases }) => [name, ...phrases]);

describe('the cast of a story', () => {
  it('lists the people that the story names, the most frequent first, with their descriptions', () => {
    expect(told(example('the-lighthouse-keeper.txt'))).toEqual([
      ['Mara', 'a girl of eleven with red braids and a yellow raincoat'],
      ['Elias', 'a tall man who had grown small, with white hair and patient hands'],
      ['Captain Ibsen', 'a broad old man with a grey beard and a blue cap'],
      ['dog', 'a thin brown dog', 'no collar and one torn ear'],
    ]);
    expect(readStory(example('the-lighthouse-keeper.txt')).places).toEqual(['Gull Point']);
  });

  it.each([
    ['told in the first person', 'the-night-bus.txt', ['driver', 'old man']],
    ['of a fairy tale', 'the-miller-and-the-owl.txt', ['owl', 'miller', 'donkey']],
    ['of a script', 'the-last-reel.txt', ['Iris', 'Leo', 'woman', 'man']],
    ['of the news', 'old-bridge-reopens.txt', ['Whitlow', 'Dr. Amal Reyes', 'Ferryman Piet Olsen', 'Ines Halloran']],
    ['in German', 'der-uhrmacher-von-lindental.txt', ['Anselm', 'Lina']],
    ['in French', 'le-chat-du-quai.txt', ['Jeanne', 'chat', 'Marcel']],
    ['in Chinese', 'the-paper-boat.zh.txt', ['小梅', '阿明', '爷爷']],
    ['in Japanese', 'the-fox-and-the-lantern.ja.txt', ['ハナ', '狐', '旅人']],
  ])('%s', (_, file, names) => {
    const { cast } = readStory(example(file));
    expect(cast.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('includes an animal or a woman only when the story says so', () => {
    const { cast } = readStory(
      'Admiral slept on the stove. "Admiral!" called Nora. Nora was a tall woman. Rex barked. Rex was a small dog.',
    );
    expect(cast.map(({ name, nature }) => [name, nature.animal, nature.gender])).toEqual([
      ['Nora', false, 'female'],
      ['Admiral', false, 'unknown'],
      ['Rex', true, 'unknown'],
    ]);
  });

  it('does not take a ship, a month or an ordinary first word of a sentence for a person', () => {
    expect(told('The Petrel rocked. Rain lashed the glass. May came. Birds sang. "Go," said Tom.')).toEqual([['Tom']]);
  });

  it('uses descriptions of “she” only when the sentence before names nobody else', () => {
    expect(told('Mara met Tom. She was a tall woman. Tom waved. He was a sailor.')).toEqual([
      ['Tom', 'a sailor'],
      ['Mara'],
    ]);
  });
});

describe('a sentence', () => {
  const { sentences } = readStory(example('the-lighthouse-keeper.txt'));
  const reading = (beginning: string) => sentences.find(({ text }) => text.startsWith(beginning));

  it('has the people it shows, without those who have left', () => {
    expect(reading('In the kitchen')?.people.map(({ name }) => name)).toEqual(['Elias']);
    expect(reading('Captain Ibsen had gone')?.people).toEqual([]);
  });

  it('does not show people who are only spoken of', () => {
    expect(reading('"Is your grandfather well?"')?.people).toEqual([]);
  });

  it('has its time and place in any known language', () => {
    const [first] = readStory(example('the-paper-boat.zh.txt')).sentences.filter(({ mark }) => !mark);
    expect(first).toMatchObject({ time: 'dawn', weather: 'fog', place: { place: 'village', term: '小镇' } });
  });
});
