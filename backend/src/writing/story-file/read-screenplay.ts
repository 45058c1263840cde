import { SaxesParser } from 'saxes';
import { UnusableStory } from './decode-text';
import { type ReadText, tidy } from './read-markup';

type Kind = 'heading' | 'action' | 'speech';
interface Element {
  kind: Kind;
  text: string;
}

/**
 * Scene headings: 'INT. KITCHEN - NIGHT', and headings with other beginnings (fountain.io/syntax, read on 28 November
 * 2026).
 */
const HEADING = /^(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[. ].+/iu;
const TRANSITION = /^[^\p{Ll}]+TO:$/u;
/** A character's name in capitals, with notes such as (V.O.), on a line of its own. */
const NAME = /^@?(?=[^\p{Ll}]*\p{Lu})[^\p{Ll}\n:!?]{1,60}?(?:[ \t]*\([^)\n]*\))?(?:[ \t]*\^)?$/u;

/** Characters of Unicode's private use area that stand for escaped stars and underscores. */
const ESCAPED_STAR = '\uE000';
const ESCAPED_LINE = '\uE001';

/** Returns a screenplay in Fountain as a story: its headings, its action, and its speech after the speaker's name. */
export function readFountain(source: string): ReadText {
  const whole = source.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/\[\[[\s\S]*?\]\]/gu, '');
  const [, head = '', rest = ''] =
    /^((?:[A-Z][\w ]*:.*\n(?:[ \t]+\S.*\n)*)+)\n([\s\S]*)$/iu.exec(`${whole.trimStart()}\n`) ?? [];
  const body = head === '' ? whole : rest;
  const [, title = ''] = /^title:[ \t]*(.*(?:\n[ \t]+.+)*)/imu.exec(head) ?? [];
  const elements = body.split(/\n[ \t]*\n/u).flatMap((block): Element[] => {
    const lines = block
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const [first = ''] = lines;
    if (first === '' || /^={1,}/u.test(first) || /^#{1,6}[ \t]/u.test(first)) return [];
    const isForced = /^\.[^.]/u.test(first);
    if (isForced || HEADING.test(first)) {
      const heading = { kind: 'heading' as const, text: first.replace(/^\./u, '').replace(/[ \t]*#[^#]+#$/u, '') };
      return lines.length === 1 ? [heading] : [heading, { kind: 'action', text: lines.slice(1).join('\n') }];
    }
    if (lines.length === 1 && (TRANSITION.test(first) || /^>.*(?<!<)$/u.test(first))) return [];
    if (lines.length > 1 && !first.startsWith('!') && NAME.test(first)) return [speech(first, lines.slice(1))];
    return [{ kind: 'action', text: lines.map((line) => line.replace(/^[!~>]|<$/gu, '').trim()).join('\n') }];
  });
  return { title: plain(title.replaceAll(/\s+/gu, ' ').trim()) || null, text: written(elements) };
}

/** Removes marks of emphasis, which may be nested; '\*' is a literal star. */
function plain(text: string): string {
  let unmarked = text.replaceAll('\\*', ESCAPED_STAR).replaceAll('\\_', ESCAPED_LINE);
  for (let before = ''; before !== unmarked;) {
    before = unmarked;
    unmarked = unmarked.replaceAll(/(\*{1,3}|_)(?=\S)(.+?)(?<=\S)\1/gu, '$2');
  }
  return unmarked.replaceAll(ESCAPED_STAR, '*').replaceAll(ESCAPED_LINE, '_');
}

const speech = (name: string, lines: readonly string[]): Element => {
  const who = name
    .replace(/^@/u, '')
    .replaceAll(/\([^)]*\)|\^/gu, '')
    .trim();
  const words = lines
    .filter((line) => !/^\(.*\)$/u.test(line))
    .join(' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return { kind: 'speech', text: words === '' ? '' : `${spokenName(who)}: “${words}”` };
};

/** Turns a name in capitals, as in screenplays, into a usual one: 'MARA' into 'Mara'. */
const spokenName = (name: string): string =>
  name.replaceAll(/\p{L}[\p{L}\p{M}]*/gu, (word) => word.charAt(0) + word.slice(1).toLocaleLowerCase());

/** @throws UnusableStory when nothing is written */
function written(elements: readonly Element[]): string {
  const text = tidy(
    elements
      .map((one) => plain(one.kind === 'heading' ? one.text.toLocaleUpperCase() : one.text))
      .filter((one) => one !== '')
      .join('\n\n'),
  );
  if (text === '') throw new UnusableStory('It holds no scene and no words.');
  return text;
}

/** Parts of Final Draft's paragraphs whose own paragraphs are notes about a scene, such as its beats. */
const NOTES = new Set(['SceneProperties', 'Summary', 'ScriptNote']);

/**
 * Returns a screenplay of Final Draft as a story.
 * @throws UnusableStory when the file is incomplete
 */
export function readFinalDraft(source: string): ReadText {
  const elements: Element[] = [];
  let open: string[] = [];
  let title: string | null = null;
  let type: string | null = null;
  let words = '';
  let name = '';
  let said: string[] = [];
  const close = (): void => {
    if (name !== '' && said.length > 0) elements.push(speech(name, said));
    name = '';
    said = [];
  };
  const end = (): void => {
    const text = words.trim();
    if (text === '') return;
    if (open.includes('TitlePage')) title ??= text;
    else if (type === 'Character') {
      close();
      name = text;
    } else if (type === 'Dialogue') said.push(text);
    else if (type !== 'Parenthetical') {
      close();
      if (type === 'Scene Heading') elements.push({ kind: 'heading', text });
      else if (type !== 'Transition' && type !== 'Shot') elements.push({ kind: 'action', text });
    }
  };
  const isNote = (): boolean => open.some((one) => NOTES.has(one));
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new UnusableStory('It is damaged: its XML is incomplete.', { cause: error });
  });
  parser.on('opentag', ({ name: tag, attributes }) => {
    open = [...open, tag];
    if (tag === 'Paragraph' && open.includes('Content') && !isNote()) {
      type = String(attributes.Type ?? 'Action');
      words = '';
    }
  });
  parser.on('text', (text) => {
    if (type !== null && open.at(-1) === 'Text' && !isNote()) words += text;
  });
  parser.on('closetag', ({ name: tag }) => {
    if (tag === 'Paragraph' && type !== null && !isNote()) {
      end();
      type = null;
    }
    open = open.slice(0, -1);
  });
  parser.write(source).close();
  close();
  return { title, text: written(elements) };
}
