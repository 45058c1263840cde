import { type Language, list, set } from './language';
import { ANIMAL_WORDS, ROLE_WORDS, TITLES } from './lexicon-people';
import { PLACE_WORDS, TIME_WORDS, WEATHER_WORDS } from './lexicon-setting';

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
};

/** Past forms that do not end in 'ed', for 'Mara ran': who does something at the head of a clause is somebody. */
export const IRREGULAR_VERBS = set(
  `said ran sat stood took went came saw felt knew thought told gave got made held kept left lay led let lost met put
  rode rose sang sent set shook slept spoke spent swam threw woke wore wrote began bent bit blew broke brought built
  bought caught chose crept cut dug drew drank drove ate fell fed fought found flew forgot froze grew heard hid knelt
  laid lit paid read rang shut stole swept swung taught tore understood won`,
);

/** Nouns that stand without an article at the head of a sentence, and calendar words: capitals, but no names. */
export const NO_NAMES = set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september
  october november december christmas easter god work people time silence music hope death life love money smoke dust
  steam light darkness laughter winter summer spring autumn water air food dinner breakfast school history science
  english french german chinese japanese three four five six seven eight nine ten thank please hello goodbye part chapter scene wide medium close mood vertical
  camera cinematic`,
);

export const PLACE_SUFFIXES = set(
  `bay street road lane avenue island point harbour harbor mountain mountains river lake sea ocean valley forest hill
  hills castle bridge square park station town city village farm house inn hall church cove cape beach head rock
  cliff cliffs desert falls creek ford`,
);

/** In any of the languages: the dot behind them ends no sentence. */
export const ABBREVIATIONS = list('Mr Mrs Ms Dr Prof St Capt Sgt Lt Rev Jr Mme Mlle Hr Fr Nr Sr Sra Srta vs ca');
