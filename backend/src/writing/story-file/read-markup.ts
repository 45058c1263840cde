import { UnusableStory } from './decode-text';

export interface ReadText {
  title: string | null;
  text: string;
}

/** Returns the text of Markdown without its marks. A title comes from the front matter, else from the first heading. */
export function readMarkdown(source: string): ReadText {
  const [, front = '', rest = source] =
    /^\uFEFF?---\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)\r?\n([\s\S]*)$/u.exec(source) ?? [];
  const [, told] = /^title:\s*(.+)$/mu.exec(front) ?? [];
  const [, heading] = /^#\s+(.+?)\s*#*$/mu.exec(rest) ?? [];
  const text = rest
    .replaceAll('\r\n', '\n')
    .replaceAll(/<!--[\s\S]*?-->/gu, '')
    .replaceAll(/^(?:```|~~~).*$/gmu, '')
    .replaceAll(/^ {0,3}#{1,6}\s+(.*?)\s*#*$/gmu, '$1\n')
    .replaceAll(/^(.+)\n(?:=+|-+)[ \t]*$/gmu, '$1\n')
    .replaceAll(/^ {0,3}(?:[-*_][ \t]*){3,}$/gmu, '')
    .replaceAll(/^ {0,3}>[ \t]?/gmu, '')
    .replaceAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+/gmu, '')
    .replaceAll(/^\[[^\]\n]+\]:\s.*$/gmu, '')
    .replaceAll(/!\[[^\]\n]*\](?:\([^)\n]*\)|\[[^\]\n]*\])/gu, '')
    .replaceAll(/\[\^[^\]\n]+\]:?/gu, '')
    .replaceAll(/\[([^\]\n]+)\](?:\([^)\n]*\)|\[[^\]\n]*\])/gu, '$1')
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
    .replaceAll(/(?<![\p{L}\d*_])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\p{L}\d*_])/gu, '$2')
    .replaceAll(/`([^`\n]+)`/gu, '$1')
    .replaceAll(/<\/?[a-z][^>\n]*>/giu, '')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!>~|])/gu, '$1');
  return { title: (told ?? heading)?.replaceAll(/^["']|["']$|[*_`]/gu, '').trim() || null, text: tidy(text) };
}

const TIMES = /^(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]+-->[ \t]+(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/u;
/** A pause that begins another paragraph. Seconds. */
const PAUSE = 2.5;

/** Returns the words of SubRip or WebVTT as paragraphs, which are parted at pauses. @throws UnusableStory without a cue */
export function readSubtitles(source: string): ReadText {
  const cues: { from: number; to: number; words: string }[] = [];
  for (const block of source.replaceAll('\r\n', '\n').split(/\n{2,}/u)) {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMES.test(line));
    const found = at < 0 ? null : TIMES.exec(lines[at] ?? '');
    if (!found) continue;
    const seconds = (part: number): number =>
      Number(found[part] ?? 0) * 3600 +
      Number(found[part + 1]) * 60 +
      Number(found[part + 2]) +
      Number(`0.${found[part + 3]}`);
    const words = lines
      .slice(at + 1)
      .join(' ')
      .replaceAll(/<v(?:\.[^ >]*)?[ \t]+([^>]+)>/gu, '$1: ')
      .replaceAll(/<[^>\n]*>|\{\\[^}\n]*\}/gu, '')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('\u200B', '')
      .trim();
    // Rolling captions repeat a line.
    if (words !== '' && words !== cues.at(-1)?.words) cues.push({ from: seconds(1), to: seconds(5), words });
  }
  if (cues.length === 0) throw new UnusableStory('It has no captions.');
  const text = cues.map(({ from, words }, index) => {
    const before = cues[index - 1];
    return `${before === undefined ? '' : from - before.to > PAUSE ? '\n\n' : ' '}${words}`;
  });
  return { title: null, text: tidy(text.join('')) };
}

/** Parts paragraphs by one empty line, and drops spaces at the ends of lines. */
export const tidy = (text: string): string =>
  text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[ \t\u00A0]+$/gmu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
