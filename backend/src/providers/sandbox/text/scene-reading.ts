import { cutText } from '@storyreel/contracts';
import type { Mood, Place, RoomKind, Subject, TimeOfDay, Weather } from '../pictures/brief';
import type { Character } from '../language/cast';
import { SUBJECT_WORDS } from '../language/lexicon-things';
import { WEAK_PLACE_WORDS } from '../language/lexicon-places';
import { readSetting } from '../language/setting';
import { readStory, type SentenceReading, stateBefore, type StoryReading } from '../language/story-reading';
import { toPresent } from '../language/tense';
import { termFinder } from '../language/words';
import { isVisibleIn } from '../pictures/read-brief';

const findSubjects = termFinder(SUBJECT_WORDS);

/** Everything the sandbox knows about one scene. */
export interface SceneReading {
  people: Character[];
  time: TimeOfDay;
  weather: Weather;
  mood: Mood;
  place: Place;
  /** As the story calls it: 'lamp room', 'harbour'. */
  placeName: string;
  room: RoomKind | null;
  subjects: { subject: Subject; term: string }[];
  /** The most visual sentences, in the order of the story, speech left out, names for leading pronouns, present tense. */
  moments: string[];
  spokenShare: number;
  /** Words of the story itself, for quoting. */
  text: string;
}

/** Reads a scene in the light of what the story told before it. */
export function readScene(
  story: string,
  scene: { title: string; text: string },
  position: number,
  total: number,
): SceneReading {
  const { reading, part, from } = locate(story, scene, position, total);
  const text = part.map((sentence) => sentence.text).join(' ');
  const setting = readSetting(part.map(({ narrated }) => narrated).join(' '));
  const people = peopleOf(part, reading);
  const before = stateBefore(reading, from, people);
  const main = mainPlace(part) ?? before.place;
  const place = main?.place ?? setting.place?.place ?? 'field';
  const time = part.find((sentence) => sentence.time !== null && !sentence.backstory)?.time ?? before.time;
  return {
    people,
    time,
    weather: setting.weather ?? (time === before.time ? before.weather : 'clear'),
    mood: setting.mood ?? 'calm',
    place,
    placeName: placeName(reading, part, main?.term ?? 'open', place),
    room: place === 'room' ? (setting.room ?? 'living') : null,
    subjects: subjectsOf(part.map(({ narrated }) => narrated).join(' '), main?.term ?? '', place),
    moments: momentsOf(part),
    spokenShare: part.filter(({ spoken }) => spoken).length / Math.max(1, part.length),
    text,
  };
}

/** Finds the scene's sentences in the story; a scene that was written anew is read by itself, with the story's cast. */
function locate(
  story: string,
  scene: { title: string; text: string },
  position: number,
  total: number,
): { reading: StoryReading; part: SentenceReading[]; from: number } {
  const reading = readStory(story);
  const body = scene.text.trim() === '' ? scene.title : scene.text;
  const at = story.indexOf(body);
  if (at >= 0 && body.length > 12) {
    const from = reading.sentences.findIndex(({ end }) => end > at);
    const part = reading.sentences.filter(({ start, end }) => end > at && start < at + body.length);
    if (part.length > 0) return { reading, part, from };
  }
  const from = Math.min(
    reading.sentences.length,
    Math.floor(((position - 1) / Math.max(1, total)) * reading.sentences.length),
  );
  // The story goes first so that its cast and pronouns are known; only the scene's own sentences are used.
  const lead = reading.sentences
    .slice(0, from)
    .map(({ text }) => text)
    .join(' ');
  const joined = `${story.trim()}\n\n${lead.slice(-1500)}\n\n${body}`;
  const whole = readStory(joined);
  const start = joined.length - body.length;
  return { reading, part: whole.sentences.filter((sentence) => sentence.start >= start), from };
}

/** Where most of the scene plays: later changes of place win only when they last. */
function mainPlace(part: readonly SentenceReading[]): SentenceReading['place'] {
  const scores = new Map<Place, { score: number; mention: NonNullable<SentenceReading['place']> }>();
  let current: NonNullable<SentenceReading['place']> | null = null;
  for (const sentence of part) {
    if (sentence.place !== null && !sentence.backstory) current = sentence.place;
    if (current === null) continue;
    const known = scores.get(current.place);
    const clearer =
      known === undefined || (WEAK_PLACE_WORDS.has(known.mention.term) && !WEAK_PLACE_WORDS.has(current.term));
    const entry: { score: number; mention: NonNullable<SentenceReading['place']> } = {
      score: known?.score ?? 0,
      mention: clearer ? current : known.mention,
    };
    entry.score += sentence.people.length > 0 ? 1.2 : 0.8;
    scores.set(current.place, entry);
  }
  return [...scores.values()].sort((a, b) => b.score - a.score)[0]?.mention ?? null;
}

/** 'The captain had gone out': told of, but not there. */
const ABSENT =
  /\b(?:had|has|have)\s+(?:not\s+|never\s+)?(?:gone|left|sailed|vanished|died|disappeared|come back|returned)\b/iu;

function peopleOf(part: readonly SentenceReading[], reading: StoryReading): Character[] {
  const counts = new Map<string, number>();
  for (const { people, narrated, backstory } of part) {
    if (ABSENT.test(narrated)) continue;
    for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + (backstory ? 0.3 : 1));
  }
  const most = Math.max(0, ...counts.values());
  return [...counts]
    .filter(([, count]) => count >= Math.min(0.9, most))
    .sort((a, b) => b[1] - a[1])
    .flatMap(([name]) => reading.cast.find((character) => character.name === name) ?? [])
    .slice(0, 4);
}

const OPEN_PLACES: Partial<Record<Place, string>> = {
  field: 'open country',
  space: 'outer space',
  underwater: 'depths of the sea',
  snow: 'snow',
};

/** 'the harbour of Gull Point' when the story names it so, else the plain word. */
function placeName(reading: StoryReading, part: readonly SentenceReading[], term: string, place: Place): string {
  const plain = term === 'open' ? (OPEN_PLACES[place] ?? place) : term;
  for (const { text } of part) {
    const named = reading.places.find((name) =>
      new RegExp(`\\b${plain}s?\\s+(?:of|at|in)\\s+${name}`, 'iu').test(text),
    );
    if (named !== undefined) return `${plain} of ${named}`;
  }
  return plain === 'stair' ? 'stairs' : plain;
}

function subjectsOf(text: string, placeTerm: string, place: Place): SceneReading['subjects'] {
  const found: SceneReading['subjects'] = [];
  for (const { kind, term, start } of findSubjects(text)) {
    const insidePlace = placeTerm.includes(term) && placeTerm !== term;
    if (insidePlace || !isVisibleIn(kind, place) || found.some(({ subject }) => subject === kind)) continue;
    found.push({ subject: kind, term: withAdjective(text, start, term) });
  }
  return found.slice(0, 6);
}

const PLAIN_ADJECTIVE =
  /\b(old|small|little|great|brass|green|red|blue|black|white|golden|silver|wooden|stone|broken|burning|empty|tiny|huge|rusty|dark|lit|glowing|ancient|iron|glass|paper|fishing|steam|stray|brown|yellow|oil)\s$/iu;

/** 'brass key' rather than 'key'. */
function withAdjective(text: string, start: number, term: string): string {
  const adjective = PLAIN_ADJECTIVE.exec(text.slice(Math.max(0, start - 14), start))?.[1];
  return adjective === undefined ? term : `${adjective.toLowerCase()} ${term}`;
}

const VISUAL =
  /\b(?:climb|run|ran|walk|stood|stand|sat|sit|look|open|turn|hold|held|carr|light|lit|shone|glow|rain|fell|fall|rise|rose|wind|wave|sky|sun|moon|dark|door|window|hand|face|eyes|smil|laugh|reach|pull|push|throw|threw|rock|fly|flew|swim|swam|ride|rode|jump|dance|fight|burn|lay|lie|took|take|gave|set|kneel|knelt|wrapp|join|drift|float|blow|blew|crash|spill)\w*/giu;

function momentsOf(part: readonly SentenceReading[]): string[] {
  const ranked = part
    .map((sentence, index) => {
      const told = sentence.narrated;
      const length = told.split(' ').filter((word) => word !== '').length;
      const portrait = /^\S+(?:\s\S+)?\s(?:was|is|were)\s+(?:an?|the)\s/u.test(told) ? 2.5 : 0;
      const tagOnly = sentence.spoken && (length < 7 || /^\p{Ll}/u.test(told));
      const score =
        (told.match(VISUAL)?.length ?? 0) +
        (sentence.people.length > 0 ? 1.2 : 0) +
        (sentence.place !== null ? 0.5 : 0) +
        Math.min(length, 16) / 12 -
        portrait -
        (sentence.backstory ? 1 : 0);
      return { sentence, index, score: length < 4 || tagOnly || !/[.!?…]$/u.test(told) ? -1 : score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 2)
    .sort((a, b) => a.index - b.index);
  const chosen =
    ranked.length > 0
      ? ranked.map(({ sentence }) => asMoment(sentence))
      : part.slice(0, 1).map(({ text }) => shorten(text.replace(/["“”]/gu, '')));
  return chosen.filter((moment) => moment !== '');
}

/** Names instead of a leading pronoun, present tense, not longer than a breath. */
function asMoment(sentence: SentenceReading): string {
  const lead = /^(?:Then\s+|And\s+|But\s+|So\s+)?(She|He|It)\b/u.exec(sentence.narrated);
  const who = lead === null ? undefined : sentence.people[0];
  const named =
    who === undefined || (lead?.[1] === 'It' && !who.animal)
      ? sentence.narrated
      : sentence.narrated.replace(lead?.[0] ?? '', who.name);
  return shorten(toPresent(named));
}

export function shorten(text: string, limit = 170): string {
  const clean = text.replace(/\s+/gu, ' ').trim();
  const cut = cutText(clean, limit);
  if (cut === clean) return clean;
  const stop = Math.max(cut.lastIndexOf(', '), cut.lastIndexOf('; '), cut.lastIndexOf(' and '));
  return `${cut.slice(0, stop > limit * 0.45 ? stop : cut.lastIndexOf(' ')).replace(/[\s,;]+$/u, '')}.`;
}
