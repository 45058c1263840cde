import { join } from 'node:path';
import { requireWhole } from '@storyreel/ffmpeg';
import { FROM_FILE } from '../../../../infra/media/examine/probe-clip';
import { type CaptionStrips, stripTimes } from './captions';
import type { CaptionLayout } from './text-drawing';
import { betweenPicture, encode, filmPicture } from './film-tools';
import type { FilmTools } from './film-tools';
import type { FilmQuality } from './film-plan';
import type { PictureSource } from './picture-source';
import { pictureFrames, type Slot } from './timeline';

/** Files of a scene's part: the body is joined unchanged; head and tail are the frames for the cross-fades. */
export const PART = { body: 'body.mp4', head: 'head.mp4', tail: 'tail.mp4' } as const;

const SECONDS_AT_LEAST = 60;
/** Limit of wall-clock time per frame, for a slow and busy machine. */
const SECONDS_A_FRAME = 0.5;

export const secondsFor = (frames: number): number => SECONDS_AT_LEAST + Math.ceil(frames * SECONDS_A_FRAME);

export interface SceneOrder {
  source: PictureSource;
  captions: { strips: CaptionStrips; layout: CaptionLayout } | null;
  slot: Slot;
  quality: FilmQuality;
  onFrame?: (frame: number) => void;
}

/** Writes the files of a part into a folder. @throws FfmpegFailure; Error when frames are missing */
export async function renderScene(tools: FilmTools, folder: string, wish: SceneOrder): Promise<void> {
  const { source, captions, slot, quality } = wish;
  const frames = pictureFrames(slot);
  const inputs = [...source.input];
  const chain = [`[0:v:0]${source.filter}[picture]`];
  let last = 'picture';
  if (captions) {
    const { strips, layout } = captions;
    inputs.push(...FROM_FILE, '-f', 'image2', '-framerate', '1', '-start_number', '0', '-i', strips.pattern);
    chain.push(`[1:v:0]${stripTimes(strips.from)}[captions]`);
    chain.push(
      `[picture][captions]overlay=x=${layout.strip.x}:y=${layout.strip.y}:eof_action=repeat:format=yuv420[shown]`,
    );
    last = 'shown';
  }
  const pieces = piecesOf(slot).map((piece) => ({
    ...piece,
    how: piece.file === PART.body ? filmPicture(quality) : betweenPicture(),
  }));
  chain.push(`[${last}]trim=end_frame=${frames},split=${pieces.length}${pieces.map((_, n) => `[s${n}]`).join('')}`);
  pieces.forEach(({ from, to }, n) => {
    chain.push(`[s${n}]trim=start_frame=${from}:end_frame=${to},setpts=PTS-STARTPTS[p${n}]`);
  });
  const outputs = pieces.flatMap(({ file, from, to, how }, n) => [
    ...['-map', `[p${n}]`, '-frames:v', String(to - from), ...how, join(folder, file)],
  ]);
  let made = 0;
  await encode(tools, [...inputs, '-filter_complex', chain.join(';'), ...outputs], {
    seconds: secondsFor(frames),
    onFrame: (frame) => {
      made = frame;
      wish.onFrame?.(frame);
    },
  });
  // ffmpeg reports the number of frames of its first output.
  const first = pieces[0];
  if (first && made !== first.to - first.from) throw new Error(`${made} frames of ${first.to - first.from} were made`);
}

/** Lists the files of a part with the range of frames in each file; `to` is exclusive. */
function piecesOf(slot: Slot): { file: string; from: number; to: number }[] {
  const frames = pictureFrames(slot);
  return [
    { file: PART.head, from: 0, to: slot.fadeIn },
    { file: PART.body, from: slot.fadeIn, to: frames - slot.fadeOut },
    { file: PART.tail, from: frames - slot.fadeOut, to: frames },
  ].filter(({ from, to }) => to > from);
}

/** @throws IncompleteFile when a file of a part lacks frames */
export async function checkScene(folder: string, slot: Slot): Promise<void> {
  for (const { file, from, to } of piecesOf(slot)) await requireWhole(join(folder, file), { frames: to - from });
}

/** @throws IncompleteFile when the file lacks frames */
export const checkFade = (folder: string, frames: number): Promise<void> =>
  requireWhole(join(folder, PART.body), { frames });

/** Renders the cross-fade between two parts. */
export async function renderFade(
  tools: FilmTools,
  folder: string,
  { tail, head, frames, quality }: { tail: string; head: string; frames: number; quality: FilmQuality },
): Promise<void> {
  const chain = [
    `[1:v:0]format=yuva420p,fade=t=in:start_frame=0:nb_frames=${frames}:alpha=1[next]`,
    '[0:v:0][next]overlay=format=yuv420:shortest=1[out]',
  ];
  const input = (path: string): string[] => [...FROM_FILE, '-f', 'mov', '-i', path];
  const output = ['-map', '[out]', '-frames:v', String(frames), ...filmPicture(quality), join(folder, PART.body)];
  await encode(tools, [...input(tail), ...input(head), '-filter_complex', chain.join(';'), ...output], {
    seconds: secondsFor(frames),
  });
}
