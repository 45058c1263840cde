import { SUBJECT_WORDS } from '../language/lexicon';
import { ENGLISH } from '../language/english';
import { moodIn, placeIn, roomIn, timeIn, weatherIn } from '../language/setting';
import { termFinder } from '../language/words';
import type { Action, Framing, Mood, PictureBrief, Place, Subject } from './brief';
import type { NamedLook } from './drawn-look';
import { readPeople } from './read-people';

const findSubjects = termFinder(SUBJECT_WORDS);

const MAX_SUBJECTS = 5;

/** The usual place of a lone subject, for a prompt that names no place. */
const HOME: Partial<Record<Subject, Place>> = {
  lighthouse: 'cliff',
  boat: 'sea',
  ship: 'sea',
  whale: 'sea',
  fish: 'underwater',
  gull: 'beach',
  train: 'station',
  car: 'road',
  bicycle: 'road',
  tree: 'field',
  castle: 'mountain',
  dragon: 'mountain',
  rocket: 'space',
  planet: 'space',
  bear: 'forest',
  wolf: 'forest',
  fox: 'forest',
  deer: 'forest',
  owl: 'forest',
  horse: 'field',
  rabbit: 'field',
  pig: 'farm',
  cow: 'farm',
  sheep: 'farm',
  goose: 'farm',
  mouse: 'field',
  frog: 'lake',
  wheelbarrow: 'garden',
  gate: 'garden',
  bench: 'park',
  sled: 'snow',
  house: 'village',
  tower: 'village',
  table: 'room',
  lamp: 'room',
  bed: 'room',
  chair: 'room',
  clock: 'room',
  book: 'room',
  letter: 'room',
  key: 'room',
  mirror: 'room',
  piano: 'room',
  cup: 'room',
  bottle: 'room',
  pot: 'room',
  map: 'room',
  cat: 'room',
  tent: 'mountain',
  fire: 'forest',
  kite: 'field',
  balloon: 'mountain',
  bridge: 'river',
  flower: 'field',
  umbrella: 'city',
  robot: 'city',
};

const MOODS: Readonly<Record<string, Mood>> = {
  calm: 'calm',
  peaceful: 'calm',
  quiet: 'calm',
  warm: 'warm',
  tender: 'warm',
  joyful: 'joyful',
  happy: 'joyful',
  playful: 'joyful',
  tense: 'tense',
  dramatic: 'tense',
  sad: 'sad',
  melancholic: 'sad',
  lonely: 'sad',
  mysterious: 'mysterious',
  eerie: 'mysterious',
};

function readFraming(prompt: string): Framing {
  if (/\b(?:extreme )?close[- ]?up\b|\bmedium close\b|\bportrait of\b|\bmacro\b|\bdetail of\b/iu.test(prompt))
    return 'close';
  if (
    /\bwide\b|\bestablishing\b|\blong shot\b|\bpanorama|\baerial\b|\bbird's[- ]eye|\blandscape\b|\bdistant\b|\bvast\b/iu.test(
      prompt,
    )
  )
    return 'wide';
  return 'medium';
}

const ACTIONS: readonly [Action, RegExp][] = [
  [
    'run',
    /\b(?:runs|ran|running|rush(?:es|ed)|chas(?:e|es|ed|ing)|fled|hurr(?:y|ies|ied)|race[sd]?|dash(?:es|ed))\b/iu,
  ],
  ['think', /\b(?:think|thinks|thought|wonder(?:s|ed)|cr(?:y|ies|ied)|wept|sobs|worr(?:y|ies|ied)|tired|sad)\b/iu],
  ['wave', /\b(?:wave[sd]?|waving|greet(?:s|ed)|goodbye|farewell|cheer(?:s|ed))\b/iu],
  ['point', /\b(?:point(?:s|ed)|show(?:s|ed)|order(?:s|ed)|shout(?:s|ed))\b/iu],
  [
    'walk',
    /\b(?:walk(?:s|ed|ing)?|went|goes|climb(?:s|ed|ing)?|cross(?:es|ed)|wander(?:s|ed)?|stroll(?:s|ed)|follow(?:s|ed)|came|comes)\b/iu,
  ],
];

/** Turns a prompt into the painters' terms. By default, a calm, clear day in the open. */
export function readBrief(prompt: string, looks: readonly NamedLook[] = []): PictureBrief {
  // Midjourney's switches do not describe the image.
  const wish = prompt
    .replace(/\s--\w+(?:\s+\S+)?/gu, ' ')
    .replace(/\bLight: [^.]*\./gu, ' ')
    .slice(0, 6000);
  const said = /\bmood:?\s+(?:is\s+)?(\w+)/iu.exec(wish)?.[1]?.toLowerCase() ?? '';
  const named = placeIn(wish, ENGLISH)?.place;
  const weather = weatherIn(wish, ENGLISH);
  const { room, view } = roomIn(wish);
  const subjects: Subject[] = [];
  for (const { kind } of findSubjects(wish)) if (!subjects.includes(kind)) subjects.push(kind);
  const people = readPeople(wish, looks);
  const shown = new Set<string | null>(people.map(({ beast }) => beast));
  const outdoors = named !== undefined && named !== 'room';
  const home = subjects.map((subject) => HOME[subject]).find((place) => place !== undefined);
  const place = named ?? home ?? (weather === 'snow' ? 'snow' : 'field');
  return {
    time: timeIn(wish, ENGLISH) ?? 'day',
    weather: weather ?? 'clear',
    mood: MOODS[said] ?? moodIn(wish, ENGLISH) ?? 'calm',
    framing: readFraming(wish),
    place,
    room: room ?? 'living',
    view: view ?? (subjects.includes('lighthouse') || subjects.includes('boat') ? 'sea' : 'village'),
    people,
    action: ACTIONS.find(([, said]) => said.test(wish))?.[0] ?? null,
    subjects: [...new Set(subjects.map((subject) => (subject === 'lamp' && outdoors ? 'lantern' : subject)))]
      .filter((subject) => isVisibleIn(subject, place) && !shown.has(subject))
      .slice(0, MAX_SUBJECTS),
  };
}

/** False where the place hides the subject: the lamp room of a lighthouse shows no lighthouse. */
export function isVisibleIn(subject: Subject, place: Place): boolean {
  if (place === 'room')
    return !['lighthouse', 'house', 'castle', 'tower', 'bridge', 'boat', 'ship', 'train', 'car', 'tree'].includes(
      subject,
    );
  if (subject === 'house')
    return !['station', 'sea', 'city', 'road', 'cave', 'space', 'underwater', 'harbour'].includes(place);
  if (place === 'underwater')
    return ['whale', 'fish', 'boat', 'ship', 'box', 'bottle', 'key', 'castle'].includes(subject);
  return !['window', 'bed', 'piano', 'fish', 'lamp'].includes(subject) || (subject === 'lamp' && place === 'city');
}
