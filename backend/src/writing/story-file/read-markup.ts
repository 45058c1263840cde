import { UnusableStory } from './decode-text';

export interface ReadText {
  title: string | null;
  text: string;
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' };

/**
 * Matches front matter between lines of dashes, or MultiMarkdown's, which begins the file and ends at an empty line.
 */
const FRONT = /^(?:---\n([\s\S]*?)\n(?:---|\.\.\.)|((?:title|author|date|language):.*(?:\n.+)*)\n?)\n([\s\S]*)$/iu;

/**
 * Returns the text of Markdown without its markup. The title comes from the front matter, else from the first heading.
 */
export function readMarkdown(source: string): ReadText {
  const [, yaml, lines, rest = source] = FRONT.exec(source) ?? [];
  const front = yaml ?? lines ?? '';
  const [, told] = /^title:\s*(.+)$/imu.exec(front) ?? [];
  const [, heading] = /^#\s+(.+?)\s*#*$/mu.exec(rest) ?? [];
  const text = rest
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .replaceAll(/^(?:```|~~~).*$/gmu, '')
    .replaceAll(/^ {0,3}#{1,6}\s+(.*?)\s*#*$/gmu, '$1\n')
    .replaceAll(/^(.+)\n(?:=+|-+)[ \t]*$/gmu, '$1\n')
    .replaceAll(/^ {0,3}(?:[-*_][ \t]*){3,}$/gmu, '')
    .replaceAll(/^ {0,3}>[ \t]?/gmu, '')
    .replaceAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/gmu, '')
    .replaceAll(/^ {0,3}\[[^\]\n^]+\]:\s.*$/gmu, '')
    .replaceAll(/^ {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/gmu, '')
    .replaceAll(/^ {0,3}\|(.+)\|[ \t]*$/gmu, (_, cells: string) => cells.replaceAll(/[ \t]*\|[ \t]*/gu, ' – ').trim())
    .replaceAll(/!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])/gu, '')
    .replaceAll(/\[\^[^\]\n]+\](?::[ \t]*)?/gu, '')
    .replaceAll(/\[([^\]\n]+)\](?:\([^)\n]*\)|\[[^\]\n]*\])/gu, '$1')
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
    .replaceAll(/(?<![\p{L}\d*_])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\p{L}\d*_])/gu, '$2')
    .replaceAll(/`([^`\n]+)`/gu, '$1')
    .replaceAll(/<\/?[a-z][^>\n]*>/giu, '')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!>~|<"'^])/gu, '$1')
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/gu, (entity) => ENTITIES[entity] ?? entity);
  return { title: (told ?? heading)?.replaceAll(/^["']|["']$|[*_`]/gu, '').trim() || null, text: tidy(text) };
}

const TIMES = /^(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]+-->[ \t]+(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/u;
/** Minimum pause, in seconds, that begins a new paragraph. */
const PAUSE = 2.5;

/** Maximum pause, in seconds, between cues of rolling captions. */
const ROLLING = 0.1;

/** Returns how many lines at the end of `before` are repeated at the beginning of `after`. */
function overlap(before: readonly string[], after: readonly string[]): number {
  for (let lines = Math.min(before.length, after.length); lines > 0; lines -= 1)
    if (before.slice(-lines).every((line, at) => line === after[at])) return lines;
  return 0;
}

const wordsOf = (line: string): string =>
  line
    .replaceAll(/<v(?:\.[^ >]*)?[ \t]+([^>]+)>/gu, '$1: ')
    .replaceAll(/<[^>\n]*>|\{\\[^}\n]*\}/gu, '')
    .replaceAll(/&(?:amp|lt|gt|quot|nbsp);/gu, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll('\u200B', '')
    .trim();

/**
 * Returns the words of SubRip or WebVTT as paragraphs; pauses separate paragraphs.
 * @throws UnusableStory for a file without cues
 */
export function readSubtitles(source: string): ReadText {
  let text = '';
  let shown: { to: number; lines: string[] } = { to: 0, lines: [] };
  for (const block of source.split(/\n{2,}/u)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMES.test(line));
    const found = at < 0 ? null : TIMES.exec(lines[at] ?? '');
    if (!found) continue;
    const seconds = (part: number): number =>
      Number(found[part] ?? 0) * 3600 +
      Number(found[part + 1]) * 60 +
      Number(found[part + 2]) +
      Number(`0.${found[part + 3]}`);
    const [from, to] = [seconds(1), seconds(5)];
    const now = lines
      .slice(at + 1)
      .map((line) => wordsOf(line))
      .filter((line) => line !== '');
    // The next cue of rolling captions, such as YouTube's, begins without a pause and repeats the last lines of the cue
    // before.
    const again = from - shown.to > ROLLING ? 0 : overlap(shown.lines, now);
    const words = now.slice(again).join(' ');
    if (words !== '') text += `${text === '' ? '' : from - shown.to > PAUSE ? '\n\n' : ' '}${words}`;
    shown = { to, lines: now };
  }
  if (text === '') throw new UnusableStory('It has no captions.');
  return { title: null, text: tidy(text) };
}

/** Separates paragraphs by one empty line, and removes spaces at the ends of lines. */
export const tidy = (text: string): string =>
  text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[ \t\u00A0]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
