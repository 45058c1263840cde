import { unitEnd } from './sentences';

// Recognises markup in a text: Markdown, HTML, the numbers and times of subtitles, and a screenplay's signs.

/** 'INT. KITCHEN - NIGHT', and Fountain's forced '.KITCHEN'. */
export const SCENE_HEADING = /^(?:(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)[. ][^\n]*|\.(?=[\p{Lu}\p{N}])[^\n.]+)$/u;
const TRANSITION = /^(?:[\p{Lu} ]+ TO:|FADE (?:IN|OUT)[.:]?|>[^<\n]+)$/u;
/**
 * A speaker's name above a line of dialogue: 'MARA', 'MARA (whispers)' or '@McCLANE'; '^' marks two who speak at once.
 */
const CUE = /^(?:@([^\n(^]+?)|([\p{Lu}][\p{Lu}\p{N} .'’-]{0,38}?))((?:\s*\([^)\n]*\))*)\s*\^?$/u;
/** Notes on a voice that readers do not need: off screen, voice over, continued. */
const VOICE_NOTE = /\s*\((?:O\.?S\.?|V\.?O\.?|O\.?C\.?|CONT['’]?D|MORE)\)/giu;
const PARENTHETICAL = /^\([^)\n]*\)$/u;
const TITLE_KEY =
  /^(title|credit|authors?|source|notes|draft date|date|contact|copyright|revision|font|format):(.*)$/iu;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
};
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/giu;
const TAG =
  /<\/?(?:p|br|hr|div|span|a|b|i|u|em|strong|small|s|q|h[1-6]|ul|ol|li|blockquote|pre|code|img|figure|figcaption|section|article|header|footer|main|body|html|head|title|meta|link|table|tbody|thead|tr|td|th|font|center|sup|sub|c|v|ruby|rt|rp)(?:[\s/.][^<>]*)?>/giu;
const BLOCK = /^<\/?(?:p|br|hr|div|h[1-6]|ul|ol|li|blockquote|figure|section|article|table|tr|body|head)\b/iu;

function withoutHtml(text: string): string {
  if (!/[<&]/u.test(text)) return text;
  return text
    .replace(/<!--[\s\S]*?-->|<(script|style|head)\b[\s\S]*?<\/\1\s*>|<!doctype[^>]*>/giu, '')
    .replace(TAG, (tag) => (BLOCK.test(tag) ? (/^<br/iu.test(tag) ? '\n' : '\n\n') : ''))
    .replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
}

const TIMES = /^(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}[^\S\n]*-->[^\n]*$/u;
/**
 * Number of characters after which the end of a sentence also ends a paragraph, in subtitles, which have no paragraphs
 * of their own.
 */
const SUBTITLE_PARAGRAPH = 300;

/** Returns the words of subtitles with their lines joined, since a sentence may continue over several lines. */
function withoutTimes(text: string): string {
  if (!text.includes('-->')) return text;
  const lines = text.split('\n').map((line) => line.trim());
  if (!lines.some((line) => TIMES.test(line))) return text;
  const paragraphs = [''];
  let isNote = false;
  lines.forEach((line, index) => {
    if (line === '') isNote = false;
    if (/^(?:WEBVTT|NOTE|STYLE|REGION)\b/u.test(line)) isNote = true;
    const isName = TIMES.test(lines[index + 1] ?? '');
    if (isNote || line === '' || isName || TIMES.test(line)) return;
    const said = line.replace(/\{\\[^}]*\}/gu, '');
    const before = paragraphs.at(-1) ?? '';
    if (before.length > SUBTITLE_PARAGRAPH && unitEnd(before) === 'sentence') paragraphs.push(said);
    else paragraphs[paragraphs.length - 1] = before === '' ? said : `${before} ${said}`;
  });
  return paragraphs.join('\n\n');
}

/** A break between scenes. */
const DIVIDER = '***';

function withoutMarkdown(text: string): string {
  if (!/[#*_`[~>=|\\-]/u.test(text)) return text;
  return (
    text
      .replace(/^---\n(?:[\w-]+:[^\n]*\n|[ -][^\n]*\n)+---\n/u, '')
      .replace(/^(?:```|~~~)[^\n]*$/gmu, '')
      .replace(/!\[([^\]\n]*)\]\([^)\n]*\)/gu, '')
      .replace(/\[([^\]\n]+)\](?:\([^)\n]*\)|\[[^\]\n]*\])/gu, '$1')
      .replace(/^[^\S\n]{0,3}#{1,6}[^\S\n]+([^\n]*?)[^\S\n#]*$/gmu, '$1')
      .replace(/^[^\S\n]{0,3}(?:>[^\S\n]?)+/gmu, '')
      .replace(/(?<=[^\n]\n)[^\S\n]{0,3}(?:={3,}|-{3,})[^\S\n]*$/gmu, '')
      .replace(/^[^\S\n]*(?:[-*_=#~][^\S\n]*){3,}$/gmu, DIVIDER)
      .replace(/^([^\S\n]*)[-*+][^\S\n]+(?=\S)/gmu, '$1')
      .replace(/`([^`\n]+)`/gu, '$1')
      .replace(/(\*\*\*|\*\*|__|~~)(?=\S)([^\n]*?\S)\1/gu, '$2')
      // Only signs at the edges of words mark emphasis, so '2 * 3' and 'snake_case' stay unchanged.
      .replace(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
      .replace(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1')
      .replace(/\\([*_#`[\]()>~-])/gu, '$1')
  );
}

/**
 * Separates a screenplay's title page, with its title, from the rest. Null when the text does not begin with a title
 * page.
 */
function titlePage(text: string): { title: string; rest: string } | null {
  const [page = '', ...rest] = text.trimStart().split(/\n[^\S\n]*\n/u);
  const lines = page.split('\n');
  const keys = lines.filter((line) => TITLE_KEY.test(line));
  if (keys.length === 0 || !TITLE_KEY.test(lines[0] ?? '')) return null;
  if (lines.some((line) => !TITLE_KEY.test(line) && !/^(?:\s{2,}|\t)\S/u.test(line))) return null;
  const at = lines.findIndex((line) => /^title:/iu.test(line));
  const title = at < 0 ? '' : (TITLE_KEY.exec(lines[at] ?? '')?.[2]?.trim() ?? '') || (lines[at + 1] ?? '').trim();
  return { title: title.replace(/[*_]/gu, ''), rest: rest.join('\n\n') };
}

const isScript = (text: string): boolean =>
  text.split('\n', 400).some((line) => SCENE_HEADING.test(line.trim())) || titlePage(text) !== null;

/**
 * Removes notes, boneyard (commented-out text), sections, synopses, page breaks and the signs that force a line's type.
 */
function withoutFountain(text: string): string {
  const story = text.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/\[\[[\s\S]*?\]\]/gu, '');
  if (!isScript(story)) return story;
  return (titlePage(story)?.rest ?? story)
    .split(/\n[^\S\n]*\n/u)
    .map((block) =>
      withSpeaker(
        block
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '' && !/^(?:#{1,6}\s|=)/u.test(line)),
      ),
    )
    .join('\n\n');
}

/**
 * Moves the name above a dialogue in front of the dialogue, which gets quotation marks: 'MARA (whispers): “I am here.”'
 */
function withSpeaker(lines: readonly string[]): string {
  const [first = '', ...rest] = lines;
  const [, forced, name = forced, notes = ''] = CUE.exec(first) ?? [];
  if (name === undefined || rest.length === 0 || SCENE_HEADING.test(first)) return lines.map(plainLine).join('\n');
  const manner = rest.filter((line) => PARENTHETICAL.test(line));
  const said = rest.filter((line) => !PARENTHETICAL.test(line)).map(plainLine);
  const about = [notes.replace(VOICE_NOTE, '').trim(), ...manner].filter((note) => note !== '').slice(0, 1);
  const speech = said.join(' ').replace(/^[“"]|[”"]$/gu, '');
  return `${[name.trim().toUpperCase(), ...about].join(' ')}: “${speech}”`;
}

const plainLine = (line: string): string =>
  line
    .replace(/^[!~](?=\S)/u, '')
    .replace(/^>\s*(.*?)\s*<$/u, '$1')
    .replace(/\s*#[\w.-]+#$/u, '');

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+$/gmu, '')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();

const MAY_HOLD_MARKUP = /[<>&#*_`~[=@|\\]|-->|^[^\S\n]*[-+]\s|^---|\/\*|^(?:INT|EXT|EST|I\/E|title:|credit:|author)/imu;

/**
 * Returns a story without its markup: Markdown, HTML, the numbers and times of subtitles, and a screenplay's title
 * page, notes and boneyard. Scene headings and the names above dialogue stay, since they name places and speakers.
 */
export function storyWords(story: string): string {
  const text = story.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  if (!MAY_HOLD_MARKUP.test(text)) return text;
  return tidy(withoutMarkdown(withoutTimes(withoutHtml(withoutFountain(text)))));
}

/** Returns the title on a screenplay's title page, or '' without one. */
export const scriptTitle = (story: string): string => titlePage(story.replaceAll('\r\n', '\n'))?.title ?? '';

const SPEAKER = /^[\p{Lu}][\p{Lu}\p{N} .'’-]{0,38}(?:\s\([^)\n]*\))?:\s(?=“)/gmu;

/**
 * Returns a scene's words as they are spoken: without markup, scene headings, transitions and the names before
 * dialogue.
 */
export function spokenText(text: string): string {
  const words = storyWords(text);
  if (!/^(?:INT|EXT|EST|I\/E|\.|>|\*\*\*|FADE)|TO:$|: “/mu.test(words)) return words.trim();
  const kept = words.split('\n').filter((line) => {
    const said = line.trim();
    return said !== DIVIDER && !SCENE_HEADING.test(said) && !TRANSITION.test(said);
  });
  return tidy(kept.join('\n').replace(SPEAKER, ''));
}
