import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../language/languages';
import { PLACE_WORDS } from '../language/lexicon';
import { LOOK_WORDS } from '../language/looks';
import { plainWords } from '../language/words';
import { readContinuity } from './continuity';
import { describeScene } from './describe-scene';
import { LIGHT, MOOD, ONE_SHOT, SHOTS, STILL, TIME, TURNS, WEATHER } from './own-words';
import { splitStory } from './split-story';

const FOLDER = join(__dirname, '../../../../examples');
const STORIES = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

/** Words that a description may contain without copying them from the story. */
const OURS = [TIME, LIGHT, WEATHER, MOOD, SHOTS, TURNS, STILL, ONE_SHOT, PLACE_WORDS, 'Cast Mood Light Camera In view'];
const wordsOf = (all: unknown): string[] =>
  JSON.stringify(all)
    .toLowerCase()
    .match(/\p{L}+|\d+/gu) ?? [];
const OWN = new Set(wordsOf(OURS));

/** Returns the texts between punctuation marks and paragraph breaks, in lower case. */
const pieces = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[.,;:!?…](?=\s|$|["”»])|["“”„«»「」。，、；：！？()]|\s[-–—]\s|\n\s*\n/u)
    .map((piece) => piece.replace(/\s+/gu, ' ').trim())
    .filter((piece) => piece !== '');
const flat = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ');

describe.each(STORIES)('%s', (file) => {
  const story = readFileSync(join(FOLDER, file), 'utf8').trim();
  const language = languageOf(story);
  const english = new Set(wordsOf([...language.glossary.values()]));
  const look = new Set(wordsOf([...LOOK_WORDS, ...language.worn.values()]));
  const isOwn = (text: string): boolean => wordsOf(text).every((word) => OWN.has(word) || english.has(word));
  const isLook = (text: string): boolean =>
    wordsOf(text).every((word) => OWN.has(word) || english.has(word) || look.has(word));
  const scenes = splitStory(story).map((scene, index, all) => ({
    ...scene,
    ...describeScene({
      story,
      scene,
      position: index + 1,
      total: all.length,
      continuityDetails: '',
      styleAttributes: null,
    }),
  }));

  it('becomes at least four scenes', () => {
    expect(scenes.length).toBeGreaterThanOrEqual(4);
    expect(scenes.length).toBeLessThanOrEqual(20);
  });

  it('has titles that are phrases of their scenes, or their beginnings where no phrase is short enough', () => {
    scenes.forEach(({ title, text }) => {
      expect(title).not.toMatch(/^scene \d/iu);
      if (title.endsWith('…')) {
        expect(text).toContain(title.slice(0, -1));
        return;
      }
      const joining = [...language.joining].map((word) => `${word} `);
      const [piece = ''] = pieces(title);
      expect(pieces(text).some((whole) => ['', ...joining].some((word) => whole === word + piece))).toBe(true);
      expect(plainWords(title, language).length).toBeLessThanOrEqual(8);
    });
    expect(new Set(scenes.map(({ title }) => title)).size).toBe(scenes.length);
  });

  it('has descriptions of whole clauses of their scenes, and our own phrases for place, light, mood and shot', () => {
    for (const { description, text } of scenes) {
      const names = (/ Cast: ([^.]*(?:\b(?:Mr|Mrs|Dr)\. [^.]*)?)\./u.exec(description)?.[1] ?? '').split(', ');
      for (const name of names) expect(text).toContain(name);
      const told = description.replace(/ Cast: [^.]*(?:\b(?:Mr|Mrs|Dr)\. [^.]*)?\./u, '');
      const whole = new Set(pieces(text));
      // In a language other than English, a description has names without 'Cast' before them.
      const isName = (piece: string) => piece.split(' ').length <= 2 && text.toLowerCase().includes(piece);
      expect(pieces(told).filter((piece) => !whole.has(piece) && !isOwn(piece) && !isName(piece))).toEqual([]);
    }
  });

  it('has prompts with phrases of the story and our own', () => {
    for (const { imagePrompt, videoPrompt } of scenes)
      expect(
        pieces(`${imagePrompt} ${videoPrompt}`).filter((piece) => !flat(story).includes(piece) && !isLook(piece)),
      ).toEqual([]);
  });

  it('has continuity details in phrases of the story', () => {
    const { characters, environments, props } = readContinuity(story);
    const told = pieces([characters, environments, props].join('\n').replaceAll('\n', ', '));
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((piece) => !flat(story).includes(piece) && !isOwn(piece))).toEqual([]);
  });
});
