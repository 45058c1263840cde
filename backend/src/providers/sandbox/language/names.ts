import nlp from 'compromise';
import { PLACE_WORDS } from './lexicon-places';
import { type Gender, ROLE_WORDS, TITLE_GENDER, TITLES } from './lexicon-people';
import { singular, type Word, words } from './words';

const NOT_NAMES = new Set(
  'i the a an and but or if so as at in on of to for from with by it its he she they we you his her their our my your this that these those there then when where who what why how no yes not oh ah god monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december christmas easter mr mrs ms dr english french german one two three after before once still just even all every each some any both now here up down out over well please thank thanks hello goodbye never always maybe perhaps suddenly later chapter part scene wide medium close shot mood vertical cinematic camera golden sandbox'.split(
    ' ',
  ),
);

const PLACE_SUFFIX = new Set(
  'bay street road lane avenue island point harbour harbor mountain mountains river lake sea ocean valley forest hill hills castle bridge square park station town city village farm house inn hall church cove cape beach head rock cliff cliffs desert falls creek'.split(
    ' ',
  ),
);

const PLACE_BEFORE = new Set([
  'in',
  'at',
  'near',
  'from',
  'to',
  'towards',
  'toward',
  'of',
  'through',
  'outside',
  'across',
  'around',
  'into',
]);

const SPEECH = new Set(
  'said asked whispered shouted cried answered replied called murmured laughed smiled nodded sighed muttered grinned told thought knew felt looked walked ran stood sat turned opened took held climbed waited lifted watched came went put pulled pushed shook wanted found heard saw kept stopped reached lit was had did could would says asks stands sits walks runs looks holds waits smiles opens climbs turns lifts watches'.split(
    ' ',
  ),
);

export interface Names {
  /** Full names as the text writes them, best known first. */
  people: string[];
  places: string[];
}

interface Candidate {
  name: string;
  count: number;
  /** Times not at the head of a sentence: only there a capital letter proves a name. */
  inside: number;
  person: number;
  place: number;
  /** 'the Petrel': a ship, an inn, a peak. */
  thing: number;
}

const startsSentence = (text: string, word: Word): boolean =>
  /(?:^|[.!?…:]["'”’)\s]*|["“‘(«]\s*|\n\s*|[—–]\s*)$/u.test(text.slice(Math.max(0, word.start - 6), word.start));

const isCapital = (word: Word): boolean =>
  /^\p{Lu}\p{L}/u.test(word.text) && !/^\p{Lu}+$/u.test(word.text.replace(/['’]s$/u, ''));

/** 'Mara', 'Old Tom', 'Captain Reyes', 'Gull Point': capitals that are not there for grammar, weighed by what stands around them. */
export function readNames(text: string): Names {
  const list = words(text);
  const candidates = new Map<string, Candidate>();
  for (let index = 0; index < list.length; index++) {
    const run = readRun(text, list, index);
    if (run.length === 0) continue;
    const name = run.map((word) => word.text.replace(/['’]s$/u, '')).join(' ');
    const first = run[0];
    const last = run[run.length - 1];
    if (first === undefined || last === undefined) continue;
    const candidate = candidates.get(name) ?? { name, count: 0, inside: 0, person: 0, place: 0, thing: 0 };
    candidate.count++;
    const inside = !startsSentence(text, first);
    if (inside) candidate.inside++;
    weigh(candidate, list[index - 1]?.plain ?? '', list[index + run.length]?.plain ?? '', last, inside);
    candidates.set(name, candidate);
    index += run.length - 1;
  }
  return classify(text, [...candidates.values()]);
}

/** The capitalised words from here on that belong to one name. */
function readRun(text: string, list: readonly Word[], index: number): Word[] {
  const run: Word[] = [];
  for (let at = index; at < list.length && run.length < 3; at++) {
    const word = list[at];
    if (word === undefined || !isCapital(word)) break;
    if (
      NOT_NAMES.has(word.plain) ||
      (run.length > 0 && !/^\s$|^\.\s$/u.test(text.slice(run[run.length - 1]?.end ?? 0, word.start)))
    )
      break;
    if (run.length > 0 && /['’]s$/u.test(run[run.length - 1]?.text ?? '')) break;
    run.push(word);
  }
  const only = run[0];
  if (run.length === 1 && only !== undefined && startsSentence(text, only) && isOrdinary(only.plain)) return [];
  if (run.length === 1 && only !== undefined && TITLES.has(only.plain) && startsSentence(text, only)) return [];
  return run;
}

/** At the head of a sentence a word that a dictionary knows as anything but a name is no name. */
const ordinary = new Map<string, boolean>();
function isOrdinary(word: string): boolean {
  const known = ordinary.get(word);
  if (known !== undefined) return known;
  const term = nlp(word);
  const verdict =
    !term.has('#FirstName') &&
    (ROLE_WORDS.has(word) ||
      PLACE_SUFFIX.has(singular(word)) ||
      term.has(
        '(#Verb|#Adjective|#Adverb|#Preposition|#Conjunction|#Determiner|#Pronoun|#QuestionWord|#Plural|#Expression|#Value|#Date)',
      ) ||
      isLexical(word));
  if (ordinary.size < 20_000) ordinary.set(word, verdict);
  return verdict;
}

const placeNouns = new Set(Object.values(PLACE_WORDS).flat());
const isLexical = (word: string): boolean => placeNouns.has(word) || placeNouns.has(singular(word));

function weigh(candidate: Candidate, before: string, after: string, last: Word, inside: boolean): void {
  if (SPEECH.has(after)) candidate.person += 1.2;
  if (SPEECH.has(before) && inside) candidate.person += 1;
  if (/['’]s$/u.test(last.text)) candidate.person += 0.5;
  if (before === 'and' || after === 'and' || after === 'who') candidate.person += 0.4;
  if (before === 'the') candidate.thing += 1.3;
  if (PLACE_BEFORE.has(before) && inside)
    candidate.place += before === 'to' || before === 'of' || before === 'from' ? 0.45 : 0.9;
}

function classify(text: string, candidates: Candidate[]): Names {
  const proven = candidates.filter(
    ({ name, inside, person, count }) => inside > 0 || person > 1 || count > 1 || nlp(name).has('#Person'),
  );
  const people: Candidate[] = [];
  const places: Candidate[] = [];
  for (const candidate of proven) {
    const parts = candidate.name.toLowerCase().split(' ');
    const lastPart = parts[parts.length - 1] ?? '';
    const term = nlp(candidate.name);
    const person =
      candidate.person + (term.has('(#FirstName|#Person)') ? 2.5 : 0) + (TITLES.has(parts[0] ?? '') ? 3 : 0);
    const place =
      candidate.place + (PLACE_SUFFIX.has(lastPart) && parts.length > 1 ? 4 : 0) + (term.has('#Place') ? 1.5 : 0);
    if (candidate.thing > person) continue;
    if (place > person) places.push(candidate);
    else if (person > 0) people.push(candidate);
  }
  return { people: mergeNames(people, text), places: places.sort((a, b) => b.count - a.count).map(({ name }) => name) };
}

/** 'Tom' and 'Old Tom' are one: the one used more often stands for both. */
function mergeNames(people: Candidate[], text: string): string[] {
  const groups: Candidate[][] = [];
  for (const person of [...people].sort((a, b) => b.name.length - a.name.length)) {
    const bare = bareName(person.name);
    const group = groups.find((members) => members.some(({ name }) => sharesName(bareName(name), bare)));
    if (group === undefined) groups.push([person]);
    else group.push(person);
  }
  return groups
    .map((members) => ({
      name:
        [...members].sort((a, b) => b.count - a.count || text.indexOf(a.name) - text.indexOf(b.name))[0]?.name ?? '',
      count: members.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((a, b) => b.count - a.count)
    .map(({ name }) => name);
}

const sharesName = (a: string, b: string): boolean => a === b || a.split(' ').includes(b) || b.split(' ').includes(a);

/** Without titles: 'Old Tom Perry' → 'Tom Perry'. */
export function bareName(name: string): string {
  const parts = name.split(' ').filter((part) => !TITLES.has(part.toLowerCase().replace('.', '')));
  return parts.length > 0 ? parts.join(' ') : name;
}

/** What a dictionary or a title says; the story's pronouns may say more. */
export function genderOfName(name: string): Gender {
  const title = TITLE_GENDER[name.split(' ')[0]?.toLowerCase().replace('.', '') ?? ''];
  if (title !== undefined) return title;
  const term = nlp(bareName(name));
  if (term.has('#FemaleName')) return 'female';
  if (term.has('#MaleName')) return 'male';
  return 'unknown';
}
