import type { SceneQuestion } from '../../text/text-provider';
import type { Character } from '../language/cast';
import type { Mood, Place, TimeOfDay, Weather } from '../pictures/brief';
import { chooseShot } from './camera';
import { readScene, type SceneReading, shorten } from './scene-reading';

const TIME_PHRASE: Record<TimeOfDay, string> = {
  dawn: 'at dawn',
  day: 'in daylight',
  dusk: 'at dusk',
  night: 'at night',
};

const LIGHT: Record<TimeOfDay, string> = {
  dawn: 'soft pink first light low over the horizon',
  day: 'clear natural daylight with long soft shadows',
  dusk: 'golden to violet evening light, long shadows',
  night: 'deep blue moonlight with warm lamplight',
};

const WEATHER_PHRASE: Record<Weather, string> = {
  clear: '',
  cloudy: 'under heavy clouds',
  rain: 'in the rain',
  storm: 'while a storm rages',
  snow: 'in falling snow',
  fog: 'in the fog',
};

const WEATHER_MOTION: Record<Weather, string> = {
  clear: '',
  cloudy: 'Clouds drift slowly.',
  rain: 'Rain falls steadily.',
  storm: 'Rain lashes and lightning flickers.',
  snow: 'Snowflakes drift down.',
  fog: 'Fog drifts through the frame.',
};

const MOOD_PHRASE: Record<Mood, string> = {
  calm: 'calm',
  warm: 'warm and tender',
  joyful: 'joyful',
  tense: 'tense',
  sad: 'melancholic',
  mysterious: 'mysterious',
};

const PREPOSITION: Partial<Record<Place, string>> = {
  beach: 'on',
  cliff: 'on',
  sea: 'at',
  mountain: 'on',
  road: 'on',
  river: 'by',
  station: 'at',
  harbour: 'at',
  desert: 'in',
};

const ON_TERMS =
  /\b(?:stairs?|staircase|steps|roof|rooftop|deck|quay|pier|dock|jetty|platform|shore|coast|headland|hill|hillside|path|track|island|ridge|summit|street|lane)\b/u;

/** 'in the lamp room', 'on the stairs', 'at sea'. */
export function placePhrase(place: Place, name: string): string {
  if (name === 'sea' || name === 'ocean') return `at the ${name}`;
  const preposition = ON_TERMS.test(name) ? 'on' : (PREPOSITION[place] ?? 'in');
  return `${preposition} ${/^(?:outer space|open country|snow)/u.test(name) ? '' : 'the '}${name}`.replace('  ', ' ');
}

/** What the creator's continuity notes say about somebody goes before what the story says. */
export function readContinuity(details: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const line of details.split('\n')) {
    const match = /^\s*[-*•]?\s*(\p{L}[^:\n]{0,60}):\s*(\S[^\n]{1,300})$/u.exec(line);
    const [, name, traits] = match ?? [];
    if (
      name !== undefined &&
      traits !== undefined &&
      !/^(?:characters?|environments?|props?|setting|style)$/iu.test(name.trim())
    )
      known.set(name.trim().toLowerCase(), traits.trim());
  }
  return known;
}

function traitsOf(character: Character, notes: ReadonlyMap<string, string>): string {
  const noted = [character.name.toLowerCase(), ...character.aliases]
    .map((name) => notes.get(name))
    .find((value) => value !== undefined);
  return noted ?? describeCharacter(character);
}

/** At least what somebody is, when the story tells no looks. */
export function describeCharacter(character: Character): string {
  if (character.traits.length > 0) {
    const traits = character.traits.slice(0, 4).join(', ');
    const elder = character.gender === 'female' ? 'old woman' : character.gender === 'male' ? 'old man' : 'old';
    return character.age === 'old' && !character.animal && !/\b(?:old|elderly|aged|grand\w+)\b/u.test(traits)
      ? `${elder}, ${traits}`
      : traits;
  }
  if (character.animal) return character.name.replace(/^The\s+/u, '');
  const noun = {
    female: { child: 'girl', adult: 'woman', old: 'old woman' },
    male: { child: 'boy', adult: 'man', old: 'old man' },
    unknown: { child: 'child', adult: 'person', old: 'old person' },
  };
  return noun[character.gender][character.age];
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`;

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

const spokenName = (character: Character): string =>
  character.name.startsWith('The ') ? character.name.replace(/^The /u, 'the ') : character.name;

export function describeScene(question: SceneQuestion): {
  description: string;
  imagePrompt: string;
  videoPrompt: string;
} {
  const scene = readScene(question.story, question.scene, question.position, question.total);
  const shot = chooseShot(scene, question.position, question.total);
  const notes = readContinuity(question.continuityDetails);
  const where = placePhrase(scene.place, scene.placeName);
  const when = TIME_PHRASE[scene.time];
  const who = listed(scene.people.map(spokenName));
  const outside = scene.place === 'room' && scene.weather !== 'clear' ? `, ${outsideWeather(scene.weather)}` : '';
  const weather = scene.place === 'room' ? '' : WEATHER_PHRASE[scene.weather];
  const things = scene.subjects.map(({ term }) => term);
  const moments = scene.moments.join(' ');
  const description = [
    `${capital(when)} ${where}${outside}${weather === '' ? '' : `, ${weather}`}.`,
    who === ''
      ? ''
      : scene.people.length === 1
        ? `${capital(who)} is alone in the frame.`
        : `${capital(who)} share the frame.`,
    moments,
    things.length === 0 ? '' : `In view: ${listed(things)}.`,
    `The mood is ${MOOD_PHRASE[scene.mood]}. ${shot.framing} ${shot.angle}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
  const cast = scene.people.map((character) =>
    character.animal
      ? `${describeCharacter(character)}`
      : `${character.name.replace(/^The /u, '')} (${traitsOf(character, notes)})`,
  );
  const imagePrompt = [
    `${shot.framing} ${shot.angle}: ${cast.length === 0 ? capital(where.replace(/^(?:in|on|at|by) /u, '')) : `${listed(cast)} ${where}`} ${when}${outside}${weather === '' ? '' : ` ${weather}`}.`,
    shorten(scene.moments[0] ?? '', 150),
    things.length === 0 ? '' : `Visible: ${things.slice(0, 4).join(', ')}.`,
    `Mood: ${MOOD_PHRASE[scene.mood]}. Light: ${LIGHT[scene.time]}.`,
    'Vertical 9:16 cinematic storyboard still.',
    styleSentence(question.styleAttributes),
  ]
    .filter((part) => part !== '')
    .join(' ');
  return { description, imagePrompt, videoPrompt: writeVideoPrompt(shot.movement, scene) };
}

const outsideWeather = (weather: Weather): string =>
  ({
    clear: '',
    cloudy: 'clouds outside',
    rain: 'rain on the windows',
    storm: 'a storm outside',
    snow: 'snow outside',
    fog: 'fog outside',
  })[weather];

export const styleSentence = (attributes: string | null): string =>
  attributes === null || attributes.trim() === '' ? '' : `Style: ${attributes.trim().replace(/[.\s]+$/u, '')}.`;

function writeVideoPrompt(movement: string, scene: SceneReading): string {
  const action = scene.moments.map((moment) => shorten(moment, 140)).join(' ');
  return [
    `Camera: ${movement}.`,
    action,
    ambientMotion(scene),
    `${capital(MOOD_PHRASE[scene.mood])}, one continuous shot, natural movement.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Small movements that make a still breathe. */
function ambientMotion(scene: SceneReading): string {
  if (scene.weather !== 'clear' && scene.place !== 'room') return WEATHER_MOTION[scene.weather];
  if (scene.place === 'room')
    return scene.time === 'night' || scene.time === 'dusk'
      ? 'Lamplight flickers on the walls.'
      : 'Dust floats in the light from the window.';
  const motions: Partial<Record<Place, string>> = {
    sea: 'Waves roll slowly.',
    beach: 'Small waves run up the sand.',
    harbour: 'Boats rock on the water.',
    cliff: 'Wind moves through the grass.',
    forest: 'Leaves tremble and light shifts between the trees.',
    city: 'Lights blink in the distance.',
    field: 'Grass bends in the wind.',
    river: 'Water ripples.',
    space: 'Stars drift by.',
    underwater: 'Bubbles rise and light sways.',
  };
  return motions[scene.place] ?? 'A light wind moves everything a little.';
}
