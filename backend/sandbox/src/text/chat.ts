import { ENGLISH, INFINITIVES } from '../language/english';
import { set } from '../language/language';
import { readStory } from '../language/story-reading';
import type { SentenceReading, StoryReading } from '../language/story-reading';
import { plainWords, singular } from '../language/words';
import { readContinuity } from './continuity';
import { quoted } from './describe-scene';
import { TIME } from './own-words';
import type { ChatProject, ChatTurn } from './questions';
import { splitStory } from './split-story';

/** Question words that say nothing about the subject of the question. */
const ASKING = set(
  `tell say says said about happen happens happened story scene please explain time times day place places location
  locations setting settings environment environments character characters people person cast play plays take takes
  protagonist hero describe`,
);

/** Returns the words a question is about, without the question words: 'Where does the lamp burn?' → lamp, burn. */
function askedWords(question: string, { language, cast }: StoryReading): { all: string[]; nameless: string[] } {
  const small = (word: string): boolean => ENGLISH.small.has(word) || language.small.has(word) || ASKING.has(word);
  const stemsOf = (text: string): string[] => [
    ...new Set(
      plainWords(text, language)
        .filter((word) => !small(word))
        .map(stem),
    ),
  ];
  const nameless = cast.reduce((text, { pattern }) => text.replace(new RegExp(pattern, 'giu'), ' '), question);
  return { all: stemsOf(question), nameless: stemsOf(nameless) };
}

/**
 * Returns the sentences that match the question, best first: the fewer sentences contain a word, the more the word
 * counts.
 */
function rankSentences(question: string, reading: StoryReading): SentenceReading[] {
  const { language } = reading;
  const asked = askedWords(question, reading).all;
  const told = withPeople(reading).map(({ sentence, names }) => ({
    sentence,
    has: new Set(plainWords(`${sentence.text} ${names}`, language).map(stem)),
  }));
  const weights = new Map(
    asked.map((word) => [word, Math.log(1 + told.length / (1 + told.filter(({ has }) => has.has(word)).length))]),
  );
  const scored = told
    .map(({ sentence, has }) => ({
      sentence,
      score: asked.reduce((sum, word) => sum + (has.has(word) ? (weights.get(word) ?? 0) : 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score > best * 0.45).map(({ sentence }) => sentence);
}

/** Pairs each sentence with the names that its pronoun refers to: those of the last sentence that names somebody. */
function withPeople({ sentences, language }: StoryReading): { sentence: SentenceReading; names: string }[] {
  const pronoun = new RegExp(`^\\P{L}*${language.pronoun}(?!\\p{L})`, 'u');
  let named = '';
  return sentences.map((sentence) => {
    if (sentence.people.length > 0) named = sentence.people.map(({ name }) => name).join(' ');
    return { sentence, names: pronoun.test(sentence.text) ? named : '' };
  });
}

/** Removes grammatical endings, so that 'lost' and 'losing' share the stem of 'lose'. */
function stem(word: string): string {
  const infinitive = INFINITIVES.get(word) ?? singular(word);
  return infinitive.replace(/(?<=[aeiouy].*)(?:ing|ed|ly|e)$/u, '').replace(/(.)\1$/u, '$1');
}

/** Included in answers to requests that exceed the sandbox's abilities. */
const LABEL = 'I am the sandbox assistant: I work offline and can only look things up in your project.';

/** The same speed as on the Story tab. */
const WORDS_PER_MINUTE = 150;
const MOST_SCENES = 50;

const HELP: readonly [RegExp, string][] = [
  [/zip|download|export/iu, 'Open the Create tab and press Download ZIP: it holds the images, videos and prompts.'],
  [/zap|credit|price|cost/iu, 'Paid actions show their price in zaps first. It is given back when they fail.'],
  [/video/iu, 'In the Build tab choose a main image and a video model, and press Generate Video.'],
  [/image|picture/iu, 'In the Build tab create an image prompt and press Generate 4 Images.'],
  [/post|publish|social/iu, 'On the Social screen connect an account and write a post.'],
  [/(?:)/u, 'Write a story, then press Create Scenes, Create Descriptions, and generate in the Build tab.'],
];

interface Asked {
  question: string;
  reading: StoryReading;
  project: ChatProject;
}

const SCENES = /\b(?:list|show|which|what|name|how many)\b[^?.]*\bscenes\b/iu;

/** Answers by patterns of the question. The first match is used; without one, the story is searched for an answer. */
const ANSWERS: readonly [RegExp, (asked: Asked) => string][] = [
  [/^\s*(?:hi|hello|hey|good (?:morning|evening|afternoon))\b[^?]{0,20}$/iu, greet],
  [
    /\b(?:how (?:many words|long)|word ?count|count\w* (?:the )?words|words? (?:are|has|have)|(?:speak|read|run)\w*.?time)\b/iu,
    countWords,
  ],
  [/\b(?:idea|suggest|improve|what if|brainstorm|twist|ending|inspir|help me|hook)\w*/iu, giveIdeas],
  [
    /\b(?:summar\w*|recap|overview|synopsis|plot|about what|what (?:happens|is (?:it|this|the story|my story)))\b/iu,
    summarize,
  ],
  [
    /\b(?:props?|objects?|things?|items?)\b/iu,
    ({ reading }) => listed('Things', escaped(readContinuity(reading.text).props)),
  ],
  [/^\s*who\b|\b(?:characters?|protagonist|hero|people|cast)\b|\bdescribe \p{Lu}/iu, aboutPeople],
  [/^\s*where\b|\b(?:places?|locations?|settings?|environments?)\b/iu, aboutPlaces],
  [/^\s*when\b|\b(?:time of day|what time)\b/iu, aboutTimes],
];

/** Answers from the project's own material; admits when it has no answer. */
export function answerChat(messages: readonly ChatTurn[], project: ChatProject | null): string {
  return reply(messages.findLast(({ role }) => role === 'user')?.content.trim() ?? '', project);
}

function reply(question: string, project: ChatProject | null): string {
  const help = /\bhow (?:do|can|does|to)\b/iu.test(question) ? HELP.find(([about]) => about.test(question)) : undefined;
  if (help !== undefined) return help[1];
  if (project === null) return `No project is open, so I have nothing to read. Open one and ask again.\n\n${LABEL}`;
  if (SCENES.test(question)) return listScenes(project);
  const story = project.story?.trim() ?? '';
  if (story === '')
    return `“${escaped(project.title)}” has no story yet. Write or paste one in the Story tab and ask again.`;
  const answer = ANSWERS.find(([pattern]) => pattern.test(question))?.[1] ?? lookUp;
  return answer({ question, reading: readStory(story), project });
}

function listed(lead: string, lines: string | readonly string[]): string {
  const all = (typeof lines === 'string' ? lines.split('\n') : lines).filter((line) => line.trim() !== '');
  return all.length === 0 ? 'The story does not say.' : `${lead}:\n\n${all.map((line) => `- ${line}`).join('\n')}`;
}

/** Quotes sentences of the story, each with a link to its scene. */
const quotes = (sentences: readonly SentenceReading[], most: number, project: ChatProject): string[] =>
  sentences.slice(0, most).map(({ text }) => `“${escaped(quoted(text))}”${sceneOf(text, project)}`);

function sceneOf(sentence: string, { scenes }: ChatProject): string {
  const wanted = plain(sentence);
  const at = scenes.findIndex(({ text }) => plain(text).includes(wanted));
  const scene = scenes[at];
  return scene === undefined ? '' : ` — ${linkTo(scene, at)}`;
}

const linkTo = ({ id }: { id: string }, index: number): string => `[Scene ${index + 1}](scene:${id})`;
const plain = (text: string): string => text.replace(/\s+/gu, ' ').trim();
/** The creator's text is shown literally, never as Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|~&!]/gu, '\\$&');

function listScenes({ title, scenes }: ChatProject): string {
  if (scenes.length === 0) return `“${escaped(title)}” has no scenes yet. Press Create Scenes in the Story tab.`;
  const lines = scenes
    .slice(0, MOST_SCENES)
    .map((scene, index) => `- ${linkTo(scene, index)}: ${escaped(scene.title)}`);
  const more = scenes.length > MOST_SCENES ? `\n\n… and ${scenes.length - MOST_SCENES} more.` : '';
  return `“${escaped(title)}” has ${counted(scenes.length, 'scene')}:\n\n${lines.join('\n')}${more}`;
}

function countWords({ reading, project }: Asked): string {
  const words = reading.text.split(/\s+/u).length;
  const minutes = Math.ceil(words / WORDS_PER_MINUTE);
  const { scenes } = project;
  const inScenes = scenes.length === 0 ? '' : ` It is cut into ${counted(scenes.length, 'scene')}.`;
  const spoken = `takes about ${counted(minutes, 'minute')} to speak`;
  return `The story has **${counted(words, 'word')}** and ${spoken}, at ${WORDS_PER_MINUTE} words a minute.${inScenes}`;
}

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

function greet({ project, reading }: Asked): string {
  const names = reading.cast.slice(0, 4).map(({ name }) => name);
  const who = names.length === 0 ? '' : ` In it are: ${escaped(names.join(', '))}.`;
  return `Hello! I have read “${escaped(project.title)}”.${who} Ask me who is in it, where and when it plays, or what happens.`;
}

function giveIdeas({ reading: { cast, sentences } }: Asked): string {
  const missing = (['dawn', 'day', 'dusk', 'night'] as const).find(
    (time) => !sentences.some((one) => one.time === time),
  );
  const ideas = listed('Some questions to go on with', [
    `What would ${cast[0]?.name ?? 'the main character'} lose, and could one look show it?`,
    cast[1] === undefined ? 'Who could be a witness?' : `What does ${cast[1].name} know that nobody else does?`,
    missing === undefined ? 'Could the light change with the mood?' : `Could one scene play ${TIME[missing]}?`,
  ]);
  return `${ideas}\n\n${LABEL}`;
}

function summarize({ reading }: Asked): string {
  const titles = splitStory(reading.text, 6).map(({ title }, index) => `${index + 1}. ${escaped(title)}`);
  return `Beat by beat:\n\n${titles.join('\n')}`;
}

/**
 * Returns sentences that match the question's words other than names; null when the question has only names or nothing
 * matches.
 */
const found = (asked: Asked): string | null =>
  askedWords(asked.question, asked.reading).nameless.length === 0 ? null : bestSentences(asked);

function bestSentences({ question, reading, project }: Asked): string | null {
  const best = rankSentences(question, reading);
  return best.length === 0 ? null : listed('The story says', quotes(best, 3, project));
}

function aboutPeople(asked: Asked): string {
  return found(asked) ?? describePeople(asked);
}

/** The creator's notes take precedence over the story. */
function describePeople({ question, reading, project }: Asked): string {
  const asked = reading.cast.filter(({ pattern }) => pattern.test(question));
  const noted = project.characters?.trim() ?? '';
  if (asked.length === 0) return listed('The characters', escaped(noted || readContinuity(reading.text).characters));
  return asked
    .map(({ name, phrases, pattern }) => {
      const told = reading.sentences.filter(({ text }) => pattern.test(text));
      return listed(`**${escaped(name)}**`, [escaped(phrases.join(', ')), ...quotes(told, 3, project)]);
    })
    .join('\n\n');
}

function aboutPlaces(asked: Asked): string {
  return found(asked) ?? listPlaces(asked);
}

function listPlaces({ question, reading, project }: Asked): string {
  const person = reading.cast.find(({ pattern }) => pattern.test(question));
  const placed = reading.sentences.filter(({ place, people }) => place && (!person || people.includes(person)));
  const first = [...new Map(placed.map((one) => [one.place?.term, one])).values()];
  return listed('The story says', quotes(first, 8, project));
}

function aboutTimes({ question, reading, project }: Asked): string {
  const [timed, ranked] = [reading.sentences, rankSentences(question, reading)].map((list) =>
    list.filter(({ time }) => time !== null),
  );
  const best = ranked?.length ? ranked : (timed ?? []);
  return listed(
    'The story says',
    best.slice(0, 6).map((one) => `${one.time === null ? '' : TIME[one.time]}: ${quotes([one], 1, project).join('')}`),
  );
}

function lookUp(asked: Asked): string {
  const nothing = `I find nothing about that in “${escaped(asked.project.title)}”. Ask who is in it, or where or when something happens.`;
  return bestSentences(asked) ?? `${nothing}\n\n${LABEL}`;
}
