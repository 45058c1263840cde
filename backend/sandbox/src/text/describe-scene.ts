import { cutText, detectLanguage } from '@storyreel/contracts';
import type { Character } from '../language/cast';
import { ENGLISH } from '../language/english';
import type { Language } from '../language/language';
import { lookOf } from '../language/looks';
import { SCENE_LINE } from '../language/sentences';
import { moodIn, weatherIn } from '../language/setting';
import type { PlaceMention } from '../language/setting';
import { happening, heldBefore, placeOf, readPassage, readStory } from '../language/story-reading';
import type { SentenceReading, StoryReading } from '../language/story-reading';
import { capitalized, plainWords } from '../language/words';
import { chooseShot, LIGHT, MOOD, ONE_SHOT, STILL, styleSentence, TIME, WEATHER } from './own-words';
import type { SceneQuestion } from './questions';

const MOMENTS = 2;
const MAX_LENGTH = 220;
const MIN_WORDS = 4;
const QUOTE = 400;

/** Returns the most visual sentences, verbatim and in the story's order; speech only when there is nothing else. */
function momentsOf(part: readonly SentenceReading[], language: Language): string[] {
  const told = part.filter(({ spoken, mark, words }) => !spoken && !mark && words >= MIN_WORDS);
  const spoken = part.filter((sentence) => sentence.spoken && !sentence.mark && sentence.words > 1);
  for (const candidates of [told, spoken, part]) {
    const chosen = candidates
      .map((sentence, index) => ({ index, text: shortened(sentence.text, language), value: value(sentence, index) }))
      .filter(({ text }) => text !== '')
      .sort((a, b) => b.value - a.value)
      .slice(0, MOMENTS)
      .sort((a, b) => a.index - b.index);
    if (chosen.length > 0) return chosen.map(({ text }) => text);
  }
  return [];
}

const value = ({ people, place, time, words, narrated }: SentenceReading, index: number): number =>
  (people.length > 0 ? 1 : 0) +
  (place !== null ? 0.6 : 0) +
  (time !== null ? 0.2 : 0) +
  Math.min(words, 16) / 12 -
  (happening(narrated) === '' ? 1 : 0) -
  index * 0.05;

/** Shortens a sentence to a quotation for the chat. */
export const quoted = (text: string): string => cutText(text.replace(/["“”\s]+/gu, ' ').trim(), QUOTE);

/** Returns a sentence, or as many of its first clauses as fit; empty when the first clause is too long already. */
function shortened(text: string, { joining, spaced }: Language): string {
  const stop = spaced ? '.' : '。';
  const clean = balanced(text.replace(/\s+/gu, ' ').trim());
  if (clean.length <= MAX_LENGTH)
    return /[.!?…。！？"”»」』]$/u.test(clean) ? clean : `${clean.replace(/[,;:—–\s]+$/u, '')}${stop}`;
  const ends = Array.from(clean.slice(0, MAX_LENGTH).matchAll(/[;:；：，]|,\s(?=(\p{L}+)\s)/gu)).filter(
    ([, next]) => next === undefined || joining.has(next),
  );
  const end = ends.at(-1)?.index;
  return end === undefined ? '' : `${clean.slice(0, end)}${stop}`;
}

/** Removes a quotation mark whose counterpart is in another sentence. */
const balanced = (text: string): string =>
  (text.match(/"/gu)?.length ?? 0) % 2 === 1 ||
  (text.match(/[“„«「]/gu)?.length ?? 0) !== (text.match(/[”»」]/gu)?.length ?? 0)
    ? text.replace(/["“”„«»「」]/gu, '').trim()
    : text;

const isEnglish = ({ language, story }: SceneQuestion): boolean => (language ?? detectLanguage(story) ?? 'en') === 'en';

const MAX_PEOPLE = 5;

/** Describes a scene by whole clauses of the story between notes on place, light, mood and shot. */
export function describeScene(question: SceneQuestion): {
  description: string;
  imagePrompt: string;
  videoPrompt: string;
} {
  const { reading, part, from } = locate(question);
  const told = part.filter(({ mark, spoken }) => !mark || spoken).map(({ narrated }) => narrated);
  const mood = moodIn(told.join(' '), reading.language);
  const weather = weatherIn(told.join(' '), reading.language);
  const now = told.map(happening).join(' ');
  const people = reading.cast.filter(({ pattern }) => pattern.test(now)).slice(0, MAX_PEOPLE);
  const held = heldBefore(reading, part, people);
  const place = placeOf(part, reading) ?? held.place;
  const time = part.find((sentence) => sentence.time !== null)?.time ?? held.time;
  const moments = momentsOf(part, reading.language).join(reading.language.spaced ? ' ' : '');
  const spoken = part.filter((sentence) => sentence.spoken && !sentence.mark).length;
  const shot = chooseShot(question, {
    tense: mood === 'tense',
    talk: spoken > part.length * 0.45,
    empty: people.length === 0,
  });

  const slug = part.find(({ text }) => SCENE_LINE.test(text))?.text;
  const where = [
    ...(slug === undefined ? [placeName(place, reading), time === null ? '' : TIME[time]] : [slug]),
    weather === null ? '' : WEATHER[weather],
  ];
  const note = mood === null ? '' : `Mood: ${MOOD[mood]}.`;
  const visible = sentence([...looks(question, reading, { part, from }, people), ...where]);
  const framing = `${shot.framing} ${shot.angle}`;
  const cast = people.map(({ pattern }) => pattern.exec(now)?.[0] ?? '');
  return {
    description:
      isEnglish(question) || moments === ''
        ? joined([sentence(where), moments, cast.length === 0 ? '' : `Cast: ${cast.join(', ')}.`, note, `${framing}.`])
        : // Our notes are English: a description in another language gets only the names.
          joined([moments, sentence(cast.filter((name) => !moments.includes(name)))]),
    imagePrompt: joined([
      visible === '' ? `${framing}.` : `${framing}: ${visible}`,
      moments,
      inView(part, reading.language, [...people.map(({ nature }) => nature.kind), placeName(place, reading)]),
      note,
      time === null ? '' : `Light: ${LIGHT[time]}.`,
      STILL,
      styleSentence(question.styleAttributes),
    ]),
    videoPrompt: joined([`Camera: ${shot.movement}.`, moments, note, ONE_SHOT]),
  };
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

function sentence(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? '' : `${capitalized(text)}.`;
}

/**
 * Returns the name of a place: the story's own word if the story is English, otherwise the English word or the kind of
 * place.
 */
const placeName = (place: PlaceMention | null, { language }: StoryReading): string =>
  place === null ? '' : language === ENGLISH ? place.term : (language.glossary.get(place.term) ?? place.place);

const MAX_IN_VIEW = 6;

/** Names in English the things that a passage in another language mentions, except the characters and the place. */
function inView(part: readonly SentenceReading[], language: Language, known: readonly string[]): string {
  if (language.glossary.size === 0) return '';
  const told = plainWords(part.map(({ narrated }) => happening(narrated)).join(' '), language);
  const seen = new Set(told.flatMap((word) => language.glossary.get(word) ?? []));
  const shown = [...seen].filter((word) => !known.some((one) => one.includes(word) || word.includes(one)));
  return shown.length === 0 ? '' : `In view: ${shown.slice(0, MAX_IN_VIEW).join(', ')}.`;
}

/** Finds the scene's sentences in the story; a rewritten scene is read by itself, with the story's cast. */
function locate({ story, scene }: SceneQuestion): { reading: StoryReading; part: SentenceReading[]; from: number } {
  const body = scene.text.trim() === '' ? scene.title : scene.text;
  const reading = readStory(story.trim() === '' ? body : story);
  const at = body.length > 12 ? reading.text.indexOf(body) : -1;
  const part = reading.sentences.filter(({ start, end }) => at >= 0 && end > at && start < at + body.length);
  const first = part[0];
  return first === undefined
    ? { reading, part: readPassage(body, reading), from: 0 }
    : { reading, part, from: reading.sentences.indexOf(first) };
}

/**
 * Returns a character with details, such as 'Mara (a girl of eleven with red braids)': from the creator's notes,
 * otherwise from the story.
 */
function looks(
  { continuityDetails }: SceneQuestion,
  reading: StoryReading,
  { part, from }: { part: readonly SentenceReading[]; from: number },
  named: readonly Character[],
): string[] {
  const notes = readNotes(continuityDetails);
  const meant = named.length > 0 ? [] : [meantBefore(reading, part, from)];
  return [...named, ...meant].flatMap((character) => {
    if (character === null) return [];
    const anyCase = new RegExp(character.pattern.source, 'iu');
    const note = [...notes].find(([name]) => anyCase.test(name))?.[1];
    const told = note === undefined ? character.phrases : [note];
    return `${capitalized(character.name)} (${lookOf(character, told, reading.language)})`;
  });
}

/**
 * Returns the person meant by 'she' or 'he' in a scene without names: the one of the last earlier sentence that names
 * people, if it names only one.
 */
function meantBefore(
  { language, sentences }: StoryReading,
  part: readonly SentenceReading[],
  from: number,
): Character | null {
  const told = part.map(({ narrated }) => narrated).join(' ');
  const pronoun = language === ENGLISH ? /\b(?:s?he)\b/iu.exec(told)?.[0].toLowerCase() : undefined;
  if (pronoun === undefined) return null;
  const persons = sentences
    .slice(0, from)
    .map(({ people }) => people.filter(({ nature }) => !nature.animal || nature.dressed));
  const [only, other] = persons.findLast((people) => people.length > 0) ?? [];
  const gender = only?.nature.gender;
  const fits = gender === 'unknown' || gender === (pronoun === 'she' ? 'female' : 'male');
  return only !== undefined && other === undefined && fits ? only : null;
}

/** Reads the creator's continuity notes, one per line: 'Mara: red coat, braids', optionally after 'Main character:'. */
export function readNotes(details: string): Map<string, string> {
  const notes = new Map<string, string>();
  for (const line of details.split('\n')) {
    const note = line.replace(/^\s*(?:[-*•]|main character:)\s*/iu, '');
    const [, name = '', traits = ''] = /^\s*(\p{L}[^:\n]{0,60}):\s*(\S[^\n]{1,300})$/u.exec(note) ?? [];
    if (name !== '' && !/^(?:characters?|environments?|props?|setting|style)$/iu.test(name.trim()))
      notes.set(name.trim().toLowerCase(), traits.trim());
  }
  return notes;
}
