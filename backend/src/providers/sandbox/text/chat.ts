import type { ChatProject, ChatTurn } from '../../text/text-provider';
import { describeCharacter, placePhrase } from './describe-scene';
import { readContinuity } from './continuity';
import { rankSentences } from './retrieval';
import { readStory, type SentenceReading, type StoryReading } from '../language/story-reading';
import { mentions } from '../language/cast';
import { splitStory } from './split-story';
import { shorten } from './scene-reading';
import { ideasFor } from './story-ideas';

const LABEL = '— Sandbox assistant: I work offline and answer only from your project.';

type Intent =
  | 'greeting'
  | 'who'
  | 'where'
  | 'when'
  | 'summary'
  | 'ideas'
  | 'title'
  | 'props'
  | 'length'
  | 'howto'
  | 'thanks'
  | 'ask';

const INTENTS: readonly [Intent, RegExp][] = [
  ['thanks', /^\s*(?:thanks|thank you|great|perfect|ok(?:ay)?)[\s.!]*$/iu],
  ['greeting', /^\s*(?:hi|hello|hey|good (?:morning|evening|afternoon))\b[^?]{0,20}$/iu],
  [
    'howto',
    /\bhow (?:do|can|does)\b.*\b(?:generate|export|download|video|image|zip|zap|credit|scene|upload|publish|post)\b|\bhow (?:does|do) (?:this|storyreel|it) work\b/iu,
  ],
  ['title', /\b(?:title|name for|call (?:it|this|the story))\b/iu],
  ['ideas', /\b(?:idea|suggest|improve|what if|brainstorm|twist|ending|next|add|better|inspir|help me|hook)\w*/iu],
  [
    'summary',
    /\b(?:summar\w*|recap|overview|what (?:happens|is (?:it|this|the story|my story)) (?:about)?|about what|synopsis|plot|logline)\b/iu,
  ],
  ['length', /\b(?:how long|how many (?:words|scenes|sentences)|word count|minutes|duration)\b/iu],
  ['props', /\b(?:props?|objects?|things?|items?)\b/iu],
  ['who', /^\s*who\b|\b(?:characters?|protagonist|hero|people|cast)\b|\bdescribe \p{Lu}/iu],
  ['where', /^\s*where\b|\b(?:places?|locations?|settings?|environments?)\b/iu],
  ['when', /^\s*when\b|\b(?:time of day|what time)\b/iu],
];

/** Answers from the project's own material; says so when it does not know. */
export function answerChat(messages: readonly ChatTurn[], project: ChatProject | null): string {
  const question = messages.findLast(({ role }) => role === 'user')?.content.trim() ?? '';
  const body = reply(question, messages, project);
  return `${body}\n\n${LABEL}`;
}

function reply(question: string, messages: readonly ChatTurn[], project: ChatProject | null): string {
  const intent = INTENTS.find(([, pattern]) => pattern.test(question))?.[0] ?? 'ask';
  if (intent === 'howto') return howTo(question);
  if (intent === 'thanks') return 'You are welcome. Ask me about a character, a place, a scene, or for ideas.';
  const story = project?.story?.trim() ?? '';
  if (project === null || story === '') return withoutStory(intent, project);
  const reading = readStory(story);
  switch (intent) {
    case 'greeting':
      return `Hello! I have read “${project.title}”. ${cast(reading, 3)} Ask me who is in it, where and when it plays, what happens, or for ideas.`;
    case 'summary':
      return summary(story);
    case 'who':
      return aboutPeople(question, reading, project);
    case 'where':
      return aboutPlaces(question, reading);
    case 'when':
      return aboutTimes(question, reading);
    case 'props':
      return `Things the story names:\n${bullets(readContinuity(story).props.split('\n'))}`;
    case 'length':
      return lengths(story, project);
    case 'title':
      return `Some titles out of the story's own words:\n${bullets(titles(reading))}`;
    case 'ideas':
      return `Some ideas for “${project.title}”:\n${bullets(ideasFor(reading, messages.length))}`;
    default:
      return lookUp(question, reading, project);
  }
}

const bullets = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.trim() !== '')
    .map((line) => `• ${line}`)
    .join('\n');

const cast = (reading: StoryReading, count: number): string => {
  const names = reading.cast.slice(0, count).map(({ name }) => name.replace(/^The /u, 'the '));
  return names.length === 0
    ? 'I found nobody named in it yet.'
    : `It is about ${names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`}.`;
};

function withoutStory(intent: Intent, project: ChatProject | null): string {
  const where = project === null ? 'No project is open' : `“${project.title}” has no story yet`;
  const greeting = intent === 'greeting' ? 'Hello! ' : '';
  return `${greeting}${where}, so I have nothing to read. ${project === null ? 'Open a project and ask again' : 'Write or paste a story in the Story tab and ask again'}. To start a story, decide three things: who wants something, what stands in the way, and what it will cost.`;
}

function summary(story: string): string {
  const scenes = splitStory(story, 6);
  return `In short, beat by beat:\n${scenes.map(({ title, text }, index) => `${index + 1}. ${title} — ${shorten(text.replace(/\s+/gu, ' ').replace(/^[^.!?\n]{0,60}\n/u, ''), 130)}`).join('\n')}`;
}

function aboutPeople(question: string, reading: StoryReading, project: ChatProject): string {
  const asked = reading.cast.filter((character) => mentions(character, question));
  if (asked.length === 0) {
    const noted = project.characters?.trim() ?? '';
    const lines =
      noted === ''
        ? reading.cast.slice(0, 8).map((character) => `${character.name}: ${describeCharacter(character)}`)
        : noted.split('\n');
    return lines.length === 0
      ? 'I found no characters in the story yet.'
      : `The characters${noted === '' ? '' : ' (from your continuity details)'}:\n${bullets(lines)}`;
  }
  return asked
    .map((character) => {
      const told = reading.sentences
        .filter(({ people, narrated }) => people.includes(character) && narrated.length > 20)
        .slice(0, 3)
        .map(({ text }) => shorten(text, 160));
      return `${character.name}: ${describeCharacter(character)}.\n${bullets(told)}`;
    })
    .join('\n\n');
}

function aboutPlaces(question: string, reading: StoryReading): string {
  const person = reading.cast.find((character) => mentions(character, question));
  const found = reading.sentences.filter(
    ({ place, people }) => place !== null && (person === undefined || people.includes(person)),
  );
  if (found.length === 0)
    return person === undefined
      ? 'The story names no clear place yet.'
      : `The story does not say clearly where ${person.name} is.`;
  const places = [...new Map(found.map(({ place, text }) => [place?.term ?? '', { place, text }])).values()].slice(
    0,
    8,
  );
  const lead = person === undefined ? 'The story plays here' : `${person.name} can be found here`;
  return `${lead}:\n${bullets(places.map(({ place, text }) => (place === null ? '' : `${placePhrase(place.place, place.term)} — “${shorten(text, 110)}”`)))}`;
}

function aboutTimes(question: string, reading: StoryReading): string {
  const ranked = rankSentences(question, reading).filter(({ time }) => time !== null);
  const found =
    ranked.length > 0 ? ranked.slice(0, 3) : reading.sentences.filter(({ time }) => time !== null).slice(0, 6);
  return found.length === 0
    ? 'The story does not say when it plays.'
    : `This is what the story says about time:\n${bullets(found.map(({ time, text }) => `${time === 'day' ? 'daytime' : (time ?? '')} — “${shorten(text, 120)}”`))}`;
}

function lengths(story: string, project: ChatProject): string {
  const count = story.split(/\s+/u).length;
  const minutes = Math.max(1, Math.ceil(count / 150));
  const scenes = project.scenes.length;
  return `The story has ${count} words: about ${minutes} min if spoken. ${scenes === 0 ? `I would cut it into ${splitStory(story).length} scenes.` : `The project has ${scenes} scenes; at 5 seconds each the film runs ${scenes * 5} seconds.`}`;
}

function titles(reading: StoryReading): string[] {
  const lead = reading.cast[0]?.name.replace(/^The /u, '');
  const props = readContinuity(reading.text)
    .props.split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length === 2);
  const [thing = '', details = ''] = props[0] ?? [];
  const adjective =
    details
      .trim()
      .split(',')
      .findLast((word) => word.trim() !== 'plain')
      ?.trim() ?? '';
  const place = reading.places[0] ?? reading.sentences.find((sentence) => sentence.place !== null)?.place?.term;
  const cap = (text: string): string => text.replace(/\b\p{L}/gu, (letter) => letter.toLocaleUpperCase());
  return [
    thing === '' ? '' : cap(`The ${adjective} ${thing}`.replace(/\s+/gu, ' ')),
    lead === undefined || place === undefined
      ? ''
      : `${cap(lead)} of ${/^\p{Lu}/u.test(place) ? place : `the ${cap(place)}`}`,
    lead === undefined || thing === '' ? '' : cap(`${lead} and the ${thing}`),
    splitStory(reading.text, 4)[2]?.title ?? '',
  ].filter((title) => title !== '');
}

function lookUp(question: string, reading: StoryReading, project: ChatProject): string {
  const best = rankSentences(question, reading).slice(0, 3);
  if (best.length > 0)
    return `This is what the story says about it:\n${bullets(best.map((sentence) => `“${shorten(withContext(sentence, reading), 320)}”`))}`;
  const scene = project.scenes.findIndex(
    ({ title, description }) =>
      question.length > 3 &&
      `${title} ${description ?? ''}`.toLowerCase().includes(question.toLowerCase().replace(/[?.!]/gu, '')),
  );
  if (scene >= 0)
    return `Scene ${scene + 1}: ${project.scenes[scene]?.title ?? ''}. ${shorten(project.scenes[scene]?.description ?? '', 300)}`;
  return `I find nothing about that in “${project.title}”. ${cast(reading, 4)} You can ask who they are, where or when something happens, for a summary, or for ideas.`;
}

/** A sentence and, where there is room, what follows it: answers often stand in the next line. */
function withContext(sentence: SentenceReading, reading: StoryReading): string {
  const at = reading.sentences.indexOf(sentence);
  const next = reading.sentences[at + 1];
  const after = reading.sentences[at + 2];
  return [sentence, next, after]
    .flatMap((part) =>
      part === undefined || part.paragraph !== sentence.paragraph ? [] : [part.text.replace(/["“”]/gu, '')],
    )
    .join(' ');
}

function howTo(question: string): string {
  if (/zip|download|export/iu.test(question))
    return 'Open the Create tab and press Download ZIP: it holds the images, videos and prompts of the project.';
  if (/zap|credit|price|cost/iu.test(question))
    return 'Paid actions show their price in zaps before you confirm. The price is reserved first, taken on success and given back on failure.';
  if (/video/iu.test(question))
    return 'In the Build tab choose a main image for the scene, pick a video model, length and quality, and press Generate Video.';
  if (/image|picture/iu.test(question))
    return 'In the Build tab write or create an image prompt and press Generate 4 Images; click a picture to make it the main one.';
  if (/post|publish|social/iu.test(question))
    return 'On the Social screen connect an account, then write a post or let Create Description draft it, and pick a date.';
  return 'Write a story, press Create Scenes, then Create Descriptions on the Scenes tab, and generate images and videos in the Build tab.';
}
