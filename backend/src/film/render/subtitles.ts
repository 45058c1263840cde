import { joinWords, type Phrase } from '@storyreel/contracts';

/** A phrase at its time in the film. */
export interface Subtitle {
  /** Seconds from the start of the film. */
  from: number;
  to: number;
  lines: string[];
}

/** Phrases of a scene whose first word is said at `start`. */
export const subtitlesAt = (start: number, phrases: readonly Phrase[]): Subtitle[] =>
  phrases.map(({ from, to, lines }) => ({
    from: start + from,
    to: start + to,
    lines: lines.map((words) => joinWords(words)),
  }));

/** SubRip, in UTF-8. */
export const toSrt = (subtitles: readonly Subtitle[]): string =>
  subtitles
    .map(
      ({ from, to, lines }, index) => `${index + 1}\n${clock(from, ',')} --> ${clock(to, ',')}\n${lines.join('\n')}\n`,
    )
    .join('\n');

/** WebVTT. */
export const toVtt = (subtitles: readonly Subtitle[]): string => {
  const cues = subtitles.map(
    ({ from, to, lines }) => `${clock(from, '.')} --> ${clock(to, '.')}\n${lines.map(escape).join('\n')}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
};

/** In WebVTT these begin tags and entities; what is said has none. */
const escape = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function clock(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const part = (divisor: number, size: number, digits: number): string =>
    String(Math.floor(ms / divisor) % size).padStart(digits, '0');
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}${point}${part(1, 1000, 3)}`;
}
