import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentencesOf, spokenSeconds } from '@storyreel/contracts';
import { abridgeStory } from './abridge-story';

const example = (name: string): string => readFileSync(join(__dirname, '../../../../examples', name), 'utf8').trim();

describe('a shortened story', () => {
  it.each([
    ['the-lighthouse-keeper.txt', 30],
    ['the-lighthouse-keeper.txt', 60],
    ['the-lighthouse-keeper.txt', 90],
    ['der-uhrmacher-von-lindental.txt', 60],
    ['the-paper-boat.zh.txt', 30],
    ['two-at-the-ferry.txt', 30],
  ])('%s takes about %d s, in whole sentences of the story and in their order', (name, seconds) => {
    const story = example(name);
    const short = abridgeStory(story, seconds);
    const wanted = Math.min(seconds, spokenSeconds(story));
    expect(spokenSeconds(short)).toBeLessThanOrEqual(wanted);
    expect(spokenSeconds(short)).toBeGreaterThan(wanted * 0.75);
    const flat = (text: string): string => text.replace(/\s+/gu, ' ');
    let from = 0;
    for (const sentence of sentencesOf(short).map(flat)) {
      const at = flat(story).indexOf(sentence, from);
      expect({ sentence, at }).toMatchObject({ at: expect.any(Number) as number });
      expect(at).toBeGreaterThanOrEqual(from);
      from = at + sentence.length;
    }
  });

  it('keeps its beginning, its end, new characters, and turning points', () => {
    const story = [
      'Mara kept the lamp at Gull Point. The wind was quite strong that day. It blew and blew and it blew again.',
      'The sky was grey over all of it. There were some clouds too. Suddenly old Tom ran up the stairs of the tower.',
      'It was rather cold. The boat was gone. They lit the lamp together.',
    ].join('\n\n');
    const short = abridgeStory(story, 14);
    expect(short).toContain('Mara kept the lamp at Gull Point.');
    expect(short).toContain('Suddenly old Tom ran up the stairs of the tower.');
    expect(short.endsWith('They lit the lamp together.')).toBe(true);
  });

  it('keeps a scene heading with its action, and speech together', () => {
    const script =
      'INT. KITCHEN - NIGHT\n\nMara stirs the soup.\n\nEXT. QUAY - DAY\n\n“Come,” said Tom. “The boat is here. It waits.”';
    const short = abridgeStory(script, 5);
    if (short.includes('Mara')) expect(short).toContain('INT. KITCHEN');
    expect(short.split('“').length).toBe(short.split('”').length);
  });

  it.each(['Once.', 'A sentence of quite a few more words than five seconds can ever hold, whoever speaks them.'])(
    'is %j itself when nothing shorter is possible',
    (story) => {
      expect(abridgeStory(story, 5)).toBe(story);
    },
  );
});
