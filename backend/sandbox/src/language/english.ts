import { type Language, list, set } from './language';
import { ANIMAL_WORDS, PLACE_WORDS, ROLE_WORDS, TIME_WORDS, TITLES, WEATHER_WORDS } from './lexicon';

export const ENGLISH: Language = {
  tag: 'en',
  spaced: true,
  small: set(
    `i the a an and or nor but if so as at in on of to for from with without by into onto over under up down out off
    about after before between through it its he him his she her hers they them their we us our you your my me this
    that these those there here then than when where while who whom whose which what why how all any each every both
    some no not none nobody nothing somebody something someone anybody everybody everyone everything one two is are was
    were be been being am has have had do does did can could will would shall should may might must let just only even
    very too also again once yes oh ah well now still never always perhaps maybe because until though although`,
  ),
  joining: set('and but or so then yet for'),
  turning: set(
    `meanwhile suddenly later soon finally once next then when after outside inside years days weeks hours eventually`,
  ),
  lasting: /\b(?:winter|summer|spring|autumn|days|weeks|months|years|from that day)\b/iu,
  titles: TITLES,
  saying: set(
    `said asked whispered shouted cried answered replied called murmured muttered told says asks whispers shouts
    answers calls replies`,
  ),
  placing: set('in at near from to towards toward of through outside across around into'),
  determiners: set('the a an one his her its their my our your this that'),
  people: new Set(ROLE_WORDS.keys()),
  animals: ANIMAL_WORDS,
  pronoun: '(?:He|She|It|They)',
  being: '\\s+(?:was|is|had been)\\s+',
  article: 'an?|one',
  within: 'with|in',
  phrase: null,
  speaker: null,
  time: TIME_WORDS,
  weather: WEATHER_WORDS,
  place: PLACE_WORDS,
  glossary: new Map(),
  worn: new Map(),
  colourLast: false,
  gendered: { female: /\b(?:she|her|hers|herself)\b/giu, male: /\b(?:he|him|his|himself)\b/giu },
};

/** Verbs whose past forms do not end in 'ed': the infinitive, then those forms. */
const IRREGULAR =
  `say said; run ran; sit sat; stand stood; take took taken; go went gone; come came; see saw seen; feel felt;
    know knew known; think thought; tell told; get got; give gave given; make made; hold held; keep kept; leave left;
    lie lay lain; lead led; let let; lose lost; meet met; put put; ride rode ridden; rise rose risen; sing sang sung;
    send sent; set set; shake shook shaken; sleep slept; speak spoke spoken; spend spent; swim swam;
    throw threw thrown; wake woke woken; wear wore worn; write wrote written; begin began begun; bend bent;
    bite bit bitten; blow blew blown; break broke broken; bring brought; build built; buy bought; catch caught;
    choose chose chosen; creep crept; cut cut; dig dug; draw drew drawn; drink drank drunk; drive drove driven;
    eat ate eaten; fall fell fallen; feed fed; fight fought; find found; fly flew flown; forget forgot forgotten;
    freeze froze frozen; grow grew grown; hear heard; hide hid hidden; kneel knelt; lay laid; light lit; pay paid;
    read read; ring rang rung; shut shut; steal stole stolen; sweep swept; swing swung; teach taught; tear tore torn;
    understand understood; win won; hurt hurt; sell sold; shine shone; sink sank sunk; spring sprang sprung;
    stick stuck; strike struck; burn burnt; dream dreamt; learn learnt; hang hung; bind bound; bleed bled; sew sewn;
    show shown`
    .split(';')
    .map((forms) => list(forms.trim()));

/** Past forms of irregular verbs. The subject of one at the beginning of a clause is a person: 'Mara ran'. */
export const IRREGULAR_VERBS = new Set(IRREGULAR.flatMap(([, ...past]) => past));

/** Maps 'lost' to 'lose'. A form shared by two verbs maps to the verb listed first. */
export const INFINITIVES: ReadonlyMap<string, string> = new Map(
  IRREGULAR.toReversed().flatMap(([infinitive = '', ...past]) => past.map((form) => [form, infinitive] as const)),
);

/** Capitalized words that are not names: nouns without an article that begin a sentence, and calendar words. */
export const NO_NAMES = set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december christmas easter god work people time silence music hope death life love money smoke dust
  steam light darkness laughter winter summer spring autumn water air food dinner breakfast school history science
  wind rain snow thunder fog ice fire night day morning evening noon dawn dusk midnight today tomorrow yesterday
  meanwhile afterwards afterward sometimes always often perhaps maybe indeed besides moreover however therefore instead
  together everywhere somewhere nowhere outside inside upstairs downstairs half most many few several other others another
  english french german chinese japanese three four five six seven eight nine ten thank please hello goodbye part chapter scene wide medium close mood vertical
  camera cinematic`,
);

/**
 * True for adverbs such as 'Presently' and 'Slowly', which are not names; false for names with the same ending, such as
 * 'Emily'.
 */
export const isAdverb = (word: string): boolean =>
  /^\p{L}{3,}ly$/u.test(word) &&
  !/^(?:emi|li|sal|mol|pol|bil|kel|hol|wil|mil|dol|car|shel|bever|kimber|nel|ju|ital|ton)ly$/u.test(word);

export const PLACE_SUFFIXES = set(
  `bay street road lane avenue island point harbour harbor mountain mountains river lake sea ocean valley forest hill
  hills castle bridge square park station town city village farm house inn hall church cove cape beach head rock
  cliff cliffs desert falls creek ford`,
);
