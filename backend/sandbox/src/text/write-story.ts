import { cutText } from '@storyreel/contracts';
import { readStory } from '../language/story-reading';
import type { StoryQuestion } from './questions';

/** Maximum length of the idea that opens the story verbatim. */
const IDEA_ROOM = 400;
/** Average words per beat. */
const WORDS_A_BEAT = 75;

/** The hero's name for an idea without names. */
const HERO = 'Nora';

/** An idea is too short for evidence that a name is a person's: any capital within a sentence counts. */
const CAPITAL = /(?<=\p{Ll},? )\p{Lu}\p{Ll}+/u;

interface Air {
  /** Word for the light, which sets the mood in beats that leave room for it. */
  light: string;
  sound: string;
  feeling: string;
}

const AIRS: Readonly<Record<string, Air>> = {
  warm: { light: 'golden', sound: 'somebody humming', feeling: 'a small, steady gladness' },
  funny: { light: 'far too bright', sound: 'a goose complaining', feeling: 'the urge to laugh at the worst moment' },
  adventurous: { light: 'wide and clear', sound: 'wind in a rope', feeling: 'a pull to go further' },
  tense: { light: 'thin and grey', sound: 'a door that would not stay shut', feeling: 'a cold weight' },
  wistful: { light: 'pale', sound: 'a train far away', feeling: 'the ache of something nearly forgotten' },
};

type Beat = (hero: string, air: Air) => string;

/** A plot that fits any idea put in front of it: a beginning, a turn, an end, and the beats between them. */
const BEATS: readonly Beat[] = [
  (hero, { light, sound }) =>
    `${hero} stood at the edge of the town before anybody else was awake. The morning was ${light}, and from behind the last house came ${sound}. ${hero} carried a worn canvas bag and a folded map, and had promised to be back by dark. The road ran down to the river, past a row of bent willows, to a wooden bridge that nobody had crossed for a year.`,
  (hero, { feeling }) =>
    `In the bag lay a brass compass whose needle had never moved. ${hero} took it out on the bridge and held it over the water, as on every morning. This time the needle trembled, swung round and pointed back at the empty mill on the far bank. ${hero} felt ${feeling} and started to walk.`,
  (hero) =>
    `The mill door hung on one hinge. Inside, flour dust lay on the floor like snow, and across it ran a line of small fresh footprints. ${hero} knelt and set a hand beside one of them. They were the prints of a child, and they led up the ladder to the loft and did not come down again.`,
  (hero, { sound }) =>
    `Up in the loft sat a boy with a lantern between his knees. His name was Tom, he said, and he had been waiting for somebody with a compass. Outside they heard ${sound}. Tom held out a torn half of a map, and its edge fitted the one in ${hero}'s hands.`,
  (hero, { light }) =>
    `They laid the halves together on the boards. Where they met, a path appeared that neither had shown alone: up through the pine forest, over the ridge, to a lake drawn in blue ink. ${hero} folded the map along its new line. The light in the little window had turned ${light}. "We have until dark," said ${hero}.`,
  (hero) =>
    `The forest was steep and smelled of resin. They climbed over fallen trunks and drank from a stream, and Tom counted the birds aloud. At noon the path broke off at a gorge. A single rope hung across it, tied to an iron ring. ${hero} tested the knot twice, looped the bag over one shoulder and went first.`,
  (hero, { feeling }) =>
    `Halfway over, the ring tore out of the stone. The rope dropped, and ${hero} hung above the white water by both hands with ${feeling}. Tom threw himself flat on the rock and caught the strap of the bag. It held. Slowly, one hand and then the other, ${hero} climbed to where the boy lay, and neither of them spoke for a while.`,
  (hero) =>
    `The compass was gone. It had fallen out of the bag, and the river had it now. ${hero} looked down at the water and then at the map, which the spray had washed blank. Tom began to cry without a sound. Then he lifted his head and pointed: above the pines stood a thin line of smoke.`,
  (hero, { light }) =>
    `The smoke rose from a cabin beside the lake. An old woman in a red shawl was splitting wood before the door, and did not seem surprised. She had drawn the map herself, she said, one half for each of the two who would need the other. The lake behind her lay ${light} and still, and a boat was tied to the landing stage.`,
  (hero) =>
    `She gave them soup and asked what they had lost on the way. ${hero} told her about the compass. The old woman laughed, and from a nail beside the stove she took a dozen of them on one string. "They never pointed north," she said. "They point at whoever is looking for you."`,
  (hero, { sound }) =>
    `At dusk she rowed them across. From the other shore came ${sound}, and then voices, and then the swinging lanterns of half the town. They had been searching since noon. Tom stood up in the boat so quickly that it rocked, and a man on the landing stage dropped his lantern and called the boy's name.`,
  (hero, { feeling }) =>
    `${hero} came home after dark, as promised or nearly. On the table lay the empty canvas bag, and beside it a new brass compass whose needle moved. It pointed at the window, where a small hand was already knocking. ${hero} felt ${feeling}, opened the door, and let the story begin again.`,
];

/** Returns `count` beats for a story: always the first and the last, the rest evenly between them. */
function chosen(count: number): Beat[] {
  const most = Math.max(2, Math.min(count, BEATS.length));
  const at = (index: number): number => Math.round((index * (BEATS.length - 1)) / (most - 1));
  return Array.from({ length: most }, (_, index) => BEATS[at(index)]).filter((beat) => beat !== undefined);
}

/**
 * Writes a sample: the idea verbatim, then a ready-made plot about the person it names. The same input gives the same
 * story.
 */
export function writeStory({ idea, tone, words }: StoryQuestion): string {
  const opening = cutText(idea.replace(/\s+/gu, ' ').trim(), IDEA_ROOM);
  const named = readStory(opening).cast.find((one) => one.named)?.name;
  const hero = named ?? CAPITAL.exec(opening)?.[0] ?? HERO;
  const air = AIRS[tone] ?? AIRS.warm;
  const told = air ? chosen(Math.round(words / WORDS_A_BEAT)).map((beat) => beat(hero, air)) : [];
  const sentence = /[.!?…。！？]["”’»]?$/u.test(opening) ? opening : `${opening}.`;
  return [sentence, ...told].join('\n\n');
}
