export type Gender = 'female' | 'male' | 'unknown';
export type Age = 'child' | 'adult' | 'old';

export interface Role {
  gender: Gender;
  age: Age;
}

const roles = (gender: Gender, age: Age, words: string): [string, Role][] =>
  words.split(' ').map((word) => [word.replaceAll('_', ' '), { gender, age }]);

/** Nouns that stand for a person. */
export const ROLE_WORDS: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...roles('female', 'child', 'girl daughter granddaughter niece schoolgirl'),
  ...roles('male', 'child', 'boy son grandson nephew schoolboy lad'),
  ...roles('unknown', 'child', 'child kid toddler baby pupil'),
  ...roles(
    'female',
    'adult',
    'woman lady mother mum mom wife sister aunt queen princess waitress actress nun bride widow witch girlfriend heroine fisherwoman seamstress nurse mermaid',
  ),
  ...roles(
    'male',
    'adult',
    'man gentleman father dad husband brother uncle king prince fisherman fellow sailor monk priest waiter actor groom widower boyfriend knight blacksmith wizard pirate hunter postman policeman fireman',
  ),
  ...roles(
    'unknown',
    'adult',
    'person keeper captain doctor teacher farmer baker soldier guard stranger traveller traveler artist painter musician singer dancer scientist engineer detective pilot astronaut driver merchant servant student cook chef shopkeeper librarian writer poet inventor explorer rider warrior hero villain ghost neighbour neighbor friend stationmaster clockmaker mechanic gardener carpenter thief spy judge lawyer reporter photographer innkeeper miller shepherd hiker climber',
  ),
  ...roles('female', 'old', 'grandmother grandma granny crone'),
  ...roles('male', 'old', 'grandfather grandpa grandad'),
]);

/** Words before a name that belong to it. */
export const TITLES: ReadonlySet<string> = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'doctor',
  'captain',
  'professor',
  'aunt',
  'auntie',
  'uncle',
  'king',
  'queen',
  'prince',
  'princess',
  'sir',
  'lady',
  'lord',
  'grandma',
  'grandpa',
  'grandmother',
  'grandfather',
  'old',
  'little',
  'young',
  'sister',
  'brother',
  'father',
  'mother',
  'saint',
  'inspector',
  'sergeant',
  'granny',
]);

export const TITLE_GENDER: Readonly<Record<string, Gender>> = {
  mr: 'male',
  mrs: 'female',
  ms: 'female',
  miss: 'female',
  aunt: 'female',
  auntie: 'female',
  uncle: 'male',
  king: 'male',
  queen: 'female',
  prince: 'male',
  princess: 'female',
  sir: 'male',
  lady: 'female',
  lord: 'male',
  grandma: 'female',
  granny: 'female',
  grandpa: 'male',
  grandmother: 'female',
  grandfather: 'male',
  sister: 'female',
  brother: 'male',
  father: 'male',
  mother: 'female',
};

/** Animals that can be somebody in a story. */
export const ANIMAL_WORDS: ReadonlySet<string> = new Set(
  'cat kitten dog puppy fox wolf bear rabbit hare horse pony deer owl crow raven gull seagull whale dragon mouse rat frog turtle lion tiger elephant monkey bird goose duck robot'.split(
    ' ',
  ),
);

export const COLOURS: Readonly<Record<string, string>> = {
  red: '#b8433a',
  crimson: '#a12f35',
  scarlet: '#c23b2e',
  orange: '#d97b36',
  yellow: '#d8a93c',
  golden: '#d0a043',
  gold: '#d0a043',
  green: '#55794f',
  olive: '#7a7a45',
  teal: '#3f7f7d',
  turquoise: '#4aa3a0',
  blue: '#43699a',
  navy: '#2f4365',
  purple: '#6c4f8a',
  violet: '#7a5aa0',
  pink: '#d68a98',
  brown: '#7a5138',
  tan: '#b58f66',
  beige: '#d2bd98',
  white: '#e9e6df',
  cream: '#ecdfc4',
  grey: '#7d818a',
  gray: '#7d818a',
  silver: '#b5bac2',
  black: '#2c2c34',
  blond: '#d9b36a',
  blonde: '#d9b36a',
  auburn: '#8a4a2e',
  ginger: '#c4652f',
  copper: '#b0633a',
  bronze: '#a9783f',
  brass: '#b8934a',
  dark: '#33292a',
  fair: '#d9b97c',
  rust: '#a9552f',
};

/** Parts and clothes by which a story describes somebody. */
export const FEATURE_WORDS: ReadonlySet<string> = new Set(
  'hair eyes beard moustache mustache face hands skin freckles scar voice smile nose cheeks braid braids curls ponytail fringe coat raincoat jacket dress cloak scarf hat cap hood shirt sweater jumper boots gloves apron shawl uniform spectacles glasses cane crown robe vest suit trousers skirt backpack overalls tail fur paws wings feathers limp'.split(
    ' ',
  ),
);

export const AGE_WORDS: Readonly<Record<string, Age>> = {
  old: 'old',
  elderly: 'old',
  aged: 'old',
  ancient: 'old',
  wrinkled: 'old',
  little: 'child',
  young: 'adult',
  small: 'child',
  tiny: 'child',
  teenage: 'adult',
};
