import { set } from './language';

export type Gender = 'female' | 'male' | 'unknown';
export type Age = 'child' | 'adult' | 'old';

export interface Role {
  gender: Gender;
  age: Age;
}

const roles = (gender: Gender, age: Age, words: string): [string, Role][] =>
  words.split(/\s+/u).map((word) => [word, { gender, age }]);

/** English nouns that stand for a person. */
export const ROLE_WORDS: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...roles('female', 'child', 'girl daughter granddaughter niece schoolgirl'),
  ...roles('male', 'child', 'boy son grandson nephew schoolboy lad'),
  ...roles('unknown', 'child', 'child kid toddler baby pupil'),
  ...roles(
    'female',
    'adult',
    `woman lady mother mum mom wife sister aunt queen princess waitress actress nun bride widow witch girlfriend heroine
    fisherwoman seamstress nurse mermaid mistress`,
  ),
  ...roles(
    'male',
    'adult',
    `man gentleman father dad husband brother uncle king prince fisherman fellow sailor monk priest waiter actor groom
    widower boyfriend knight blacksmith wizard pirate hunter postman policeman fireman ferryman`,
  ),
  ...roles(
    'unknown',
    'adult',
    `person keeper captain doctor teacher farmer baker soldier guard stranger traveller traveler artist painter musician
    singer dancer scientist engineer detective pilot astronaut driver merchant servant student cook chef shopkeeper
    librarian writer poet inventor explorer rider warrior hero villain ghost neighbour neighbor friend stationmaster
    clockmaker mechanic gardener carpenter thief spy judge lawyer reporter photographer innkeeper miller shepherd hiker
    climber mayor vet clerk projectionist mason`,
  ),
  ...roles('female', 'old', 'grandmother grandma granny crone'),
  ...roles('male', 'old', 'grandfather grandpa grandad'),
]);

/** Words before a name that belong to it. */
export const TITLES = set(
  `mr mrs ms miss dr doctor captain professor aunt auntie uncle king queen prince princess sir lady lord grandma grandpa
  grandmother grandfather old little young sister brother father mother saint inspector sergeant granny ferryman mayor`,
);

/** What a title alone tells. */
export const TITLE_GENDER: Readonly<Record<string, Gender>> = {
  mr: 'male',
  sir: 'male',
  lord: 'male',
  mrs: 'female',
  ms: 'female',
  miss: 'female',
  auntie: 'female',
};

/** English animals that can be somebody in a story. */
export const ANIMAL_WORDS = set(
  `cat kitten dog puppy fox wolf bear rabbit hare horse pony donkey goat deer owl crow raven gull seagull heron whale
  dragon mouse rat frog turtle lion tiger elephant monkey bird goose duck robot`,
);

/** Parts and clothes by which a story describes somebody. */
export const FEATURE_WORDS = set(
  `hair eyes beard moustache mustache face hands skin freckles scar voice smile nose cheeks braid braids curls ponytail
  fringe ear ears coat raincoat jacket dress cloak scarf hat cap hood shirt sweater jumper jersey boots gloves apron
  shawl uniform spectacles glasses cane crown robe vest suit trousers skirt backpack overalls collar tail fur paws wing
  wings feathers limp`,
);

/** 'an old man', 'a little girl' */
export const AGE_WORDS = set('old elderly aged ancient wrinkled little young small tiny teenage');
