import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CaptionLook } from './caption-look';
import { drawCaption, drawNoCaption } from './draw-caption';
import type { CaptionStyle } from './film-plan';
import { FPS } from './frame-size';
import type { Phrase, SpokenWord } from '@storyreel/contracts';

/** Pictures to lay over a scene, one after the other, each from its frame on. */
export interface CaptionStrips {
  /**
   * For ffmpeg's image2: the files `0.png`, `1.png` and so on, seen from the scratch folder, since a percent sign in the
   * names of folders above it would be taken for a part of the pattern.
   */
  pattern: string;
  /** In frames of the scene's picture. */
  from: number[];
}

interface Shown {
  atFrame: number;
  draw: () => Promise<Buffer>;
}

/**
 * Draws the captions of a scene into a folder that lies in the scratch folder.
 * @param start when its first word is said, in seconds from the first frame of the picture: before it, in a later shot
 */
export async function drawStrips(
  folder: string,
  phrases: readonly Phrase[],
  {
    look,
    style,
    start,
    signal,
  }: {
    look: CaptionLook;
    style: Exclude<CaptionStyle, 'off'>;
    start: number;
    signal?: AbortSignal;
  },
): Promise<CaptionStrips> {
  // What was begun in the shot before is there from the first frame on.
  const frameOf = (seconds: number): number => Math.max(0, Math.round((start + seconds) * FPS));
  const none = (atFrame: number): Shown => ({ atFrame, draw: () => drawNoCaption(look) });
  const caption = (phrase: Phrase, at: number, current: SpokenWord | null): Shown => ({
    atFrame: frameOf(at),
    draw: () => drawCaption(phrase, look, style, current),
  });
  const shown = [
    none(0),
    ...phrases.flatMap((phrase) =>
      style === 'words'
        ? phrase.lines.flat().map((word) => caption(phrase, word.from, word))
        : [caption(phrase, phrase.from, null)],
    ),
    none(frameOf(phrases.at(-1)?.to ?? 0)),
  ];
  // Of two for one frame, the later counts: a short word is not seen.
  const seen = shown.filter(({ atFrame }, index) => (shown[index + 1]?.atFrame ?? Infinity) > atFrame);
  for (const [index, { draw }] of seen.entries()) {
    signal?.throwIfAborted();
    await writeFile(join(folder, `${index}.png`), await draw());
  }
  return { pattern: `${basename(folder)}/%d.png`, from: seen.map(({ atFrame }) => atFrame) };
}

/** A filter that gives the n-th picture the time at which it is to be seen, in frames. */
export function stripTimes(from: readonly number[]): string {
  const steps = from.slice(1).map((frame, index) => `+gte(N,${index + 1})*${frame - (from[index] ?? 0)}`);
  return `settb=1/${FPS},setpts='${from[0] ?? 0}${steps.join('')}'`;
}
