import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { captionLookOf, joinWords, LEAD_SECONDS, phrasesOf } from '@storyreel/contracts';
import type { Phrase, SpokenWord } from '@storyreel/contracts';
import { FPS, frameSize } from './film-plan';
import type { FilmPlan } from './film-plan';
import { captionLayout, drawCaption, drawNoCaption, measureFor } from './text-drawing';
import type { CaptionLayout } from './text-drawing';
import type { FilmPicture } from './timeline';

export interface SceneCaptions {
  layout: CaptionLayout;
  phrases: Phrase[];
}

/** Splits the narration of a scene into phrases that fit on the screen; returns null without narration. */
export function captionsOf(plan: FilmPlan, picture: FilmPicture): SceneCaptions | null {
  const speech = picture.kind === 'scene' ? picture.prepared.speech : null;
  if (!speech || speech.text === '') return null;
  const { style, look, platform } = plan.captions;
  // The phrases are also needed for the subtitle files when no captions are burned in.
  const shown = captionLookOf({ captions: style === 'off' ? 'plain' : style, captionLook: look });
  if (shown === null) return null;
  const layout = captionLayout(frameSize(plan.format, plan.quality), platform, shown);
  const phrases = phrasesOf(speech.text, speech.seconds, measureFor(layout, speech.text), speech.times);
  return phrases.length > 0 ? { layout, phrases } : null;
}

/** Returns the phrases shown during one shot of a scene; null when there are none. */
export function captionsBetween(
  captions: SceneCaptions | null,
  fromFrame: number,
  frames: number,
): SceneCaptions | null {
  const [from, to] = [fromFrame, fromFrame + frames].map((frame) => frame / FPS - LEAD_SECONDS);
  const phrases = captions?.phrases.filter((phrase) => phrase.to > (from ?? 0) && phrase.from < (to ?? 0)) ?? [];
  return captions && phrases.length > 0 ? { ...captions, phrases } : null;
}

/** Caption images to overlay on a scene, each shown from its frame until the next. */
export interface CaptionStrips {
  /**
   * File name pattern for ffmpeg's image2: the files `0.png`, `1.png` and so on. Relative to the scratch folder, since
   * image2 would take a percent sign in the name of a parent folder for part of the pattern.
   */
  pattern: string;
  /** For each image, the frame of the scene from which it is shown. */
  from: number[];
}

interface Shown {
  atFrame: number;
  draw: () => Promise<Buffer>;
}

/**
 * Draws a scene's captions into a subfolder of the scratch folder.
 * @param start time of the scene's first word, in seconds from the first frame of the shot: negative in a later shot
 */
export async function drawStrips(
  folder: string,
  phrases: readonly Phrase[],
  { layout, start, signal }: { layout: CaptionLayout; start: number; signal?: AbortSignal },
): Promise<CaptionStrips> {
  // A phrase that began in an earlier shot is shown from the first frame.
  const frameOf = (seconds: number): number => Math.max(0, Math.round((start + seconds) * FPS));
  const none = (atFrame: number): Shown => ({ atFrame, draw: () => drawNoCaption(layout) });
  const caption = (phrase: Phrase, at: number, current: SpokenWord | null): Shown => ({
    atFrame: frameOf(at),
    draw: () => drawCaption(phrase, layout, current),
  });
  const shown = [
    none(0),
    ...phrases.flatMap((phrase) => [
      ...(layout.look.highlight === null
        ? [caption(phrase, phrase.from, null)]
        : phrase.lines.flat().map((word) => caption(phrase, word.from, word))),
      none(frameOf(phrase.to)),
    ]),
  ];
  // If two images begin at the same frame, only the later one is kept: the highlight of a very short word is skipped.
  const seen = shown.filter(({ atFrame }, index) => (shown[index + 1]?.atFrame ?? Infinity) > atFrame);
  for (const [index, { draw }] of seen.entries()) {
    signal?.throwIfAborted();
    await writeFile(join(folder, `${index}.png`), await draw());
  }
  return { pattern: `${basename(folder)}/%d.png`, from: seen.map(({ atFrame }) => atFrame) };
}

/** Returns a filter that shows the n-th image from the n-th frame number in `from`. */
export function stripTimes(from: readonly number[]): string {
  const steps = from.slice(1).map((frame, index) => `+gte(N,${index + 1})*${frame - (from[index] ?? 0)}`);
  return `settb=1/${FPS},setpts='${from[0] ?? 0}${steps.join('')}'`;
}

/** A phrase with its time in the film. */
export interface Subtitle {
  /** Seconds from the start of the film. */
  from: number;
  to: number;
  lines: string[];
}

/** Returns the phrases of a scene as subtitles, given the time `start` of the scene's first word in the film. */
export const subtitlesAt = (start: number, phrases: readonly Phrase[]): Subtitle[] =>
  phrases.map(({ from, to, lines }) => ({
    from: start + from,
    to: start + to,
    lines: lines.map((words) => joinWords(words)),
  }));

/** A zero-width character. Placed after a sign, it keeps players from reading the sign as part of a tag or an arrow. */
const BREAK = '\u200B';
/** SubRip has no escapes, but players interpret tags such as <i> and {\\an8}, and the arrow between two times. */
const withoutTags = (line: string): string =>
  line.replaceAll(/<(?=[/\p{L}])|\{(?=\\)|--(?=>)/gu, (sign) => sign + BREAK);

/** Formats subtitles as SubRip, in UTF-8. */
export const toSrt = (subtitles: readonly Subtitle[]): string =>
  subtitles
    .map(({ from, to, lines }, index) => {
      const times = `${clock(from, ',')} --> ${clock(to, ',')}`;
      return `${index + 1}\n${times}\n${lines.map(withoutTags).join('\n')}\n`;
    })
    .join('\n');

/** Formats subtitles as WebVTT. */
export const toVtt = (subtitles: readonly Subtitle[]): string => {
  const cues = subtitles.map(
    ({ from, to, lines }) => `${clock(from, '.')} --> ${clock(to, '.')}\n${lines.map(escape).join('\n')}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
};

/** Escapes the characters that begin tags and entities in WebVTT, since the text contains no real ones. */
const escape = (line: string): string => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function clock(seconds: number, point: ',' | '.'): string {
  const ms = Math.round(seconds * 1000);
  const part = (divisor: number, size: number, digits: number): string =>
    String(Math.floor(ms / divisor) % size).padStart(digits, '0');
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}${point}${part(1, 1000, 3)}`;
}
