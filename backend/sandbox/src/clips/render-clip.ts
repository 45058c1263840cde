import { rename, rm } from 'node:fs/promises';
import { RATIOS } from '@storyreel/contracts';
import type { FilmFormat } from '@storyreel/contracts';
import { requireWhole, runFfmpeg, threadCount, zoompan } from '@storyreel/ffmpeg';
import type { CameraMove } from '@storyreel/ffmpeg';

const WORDS: readonly [CameraMove, RegExp][] = [
  ['handheld', /\b(?:hand-?held|unsteady|shaky|shaking|follow(?:ing)? (?:shot|run)|chase)\b/iu],
  [
    'pull-out',
    /\b(?:pull(?:s|ing)?[- ]?(?:out|back|away)|zoom(?:s|ing)?[- ]?out|dolly[- ]?(?:out|back)|track(?:s|ing)?[- ]?back|reveal)\b/iu,
  ],
  [
    'push-in',
    /\b(?:push(?:es|ing)?[- ]?in|zoom(?:s|ing)?[- ]?in|dolly[- ]?in|move(?:s)? (?:in|closer)|closing in|crash zoom)\b/iu,
  ],
  [
    'tilt-up',
    /\b(?:tilt(?:s|ing)?[- ]?up|pan(?:s|ning)?[- ]?up|crane[- ]?up|rises?|pedestal up|look(?:s|ing)? up)\b/iu,
  ],
  ['tilt-down', /\b(?:tilt(?:s|ing)?[- ]?down|pan(?:s|ning)?[- ]?down|crane[- ]?down|descend\w*)\b/iu],
  ['pan-left', /\bpan(?:s|ning)?(?:[- ]| to the | to )*left\b|\btrack(?:s|ing)? left\b|\bmoves? left\b/iu],
  [
    'pan-right',
    /\bpan(?:s|ning)?(?:[- ]| to the | to )*right\b|\btrack(?:s|ing)? right\b|\bmoves? right\b|\bpan(?:s|ning)?\b/iu,
  ],
];

/** Returns the camera move that the prompt names first; a gentle push in when it names none. */
export function cameraMove(prompt: string): CameraMove {
  const asked = WORDS.map(([move, pattern]) => ({ move, at: prompt.search(pattern) })).filter(({ at }) => at >= 0);
  return asked.sort((a, b) => a.at - b.at)[0]?.move ?? 'push-in';
}

const [LINES, MOST_LINES] = [720, 1080];

const FPS = 24;

interface Size {
  width: number;
  height: number;
}

/** Rounds to an even number, which yuv420p requires. */
const even = (length: number): number => Math.round(length / 2) * 2;

/** Returns the clip's size. The setting's name contains the shorter side; an unknown name means 720p. */
export function clipSize(resolution: string, format: FilmFormat): Size {
  const named = Number(/^(\d+)p$/u.exec(resolution)?.[1] ?? LINES);
  const short = named > MOST_LINES ? LINES : named;
  const ratio = RATIOS[format];
  return ratio < 1 ? { width: short, height: even(short / ratio) } : { width: even(short * ratio), height: short };
}

/** The still must be larger than the clip, or a slow zoom would jitter from pixel to pixel. */
export const stillSize = (resolution: string, format: FilmFormat): Size => {
  const { width, height } = clipSize(resolution, format);
  const factor = Math.min(width, height) > 800 ? 1.5 : 2;
  return { width: even(width * factor), height: even(height * factor) };
};

export interface ClipWish {
  ffmpeg: string;
  /** A JPEG that we encoded ourselves: ffmpeg never reads foreign files. */
  still: string;
  target: string;
  prompt: string;
  seconds: number;
  resolution: string;
  format: FilmFormat;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
}

export const clipFrames = (seconds: number): number => Math.max(1, Math.round(seconds * FPS));

/**
 * Renders an H.264 mp4 that plays before it is fully loaded, moves as the prompt says and never fades to black. The
 * file is renamed to its final name once all its frames are written.
 * @throws FfmpegFailure, IncompleteFile, the signal's reason
 */
export async function renderClip({
  ffmpeg,
  still,
  target,
  prompt,
  seconds,
  resolution,
  format,
  signal,
  onProgress,
}: ClipWish): Promise<void> {
  const { width, height } = clipSize(resolution, format);
  const frames = clipFrames(seconds);
  const draft = `${target}.draft.mp4`;
  const filters = [zoompan(cameraMove(prompt), frames, width, height, FPS), 'format=yuv420p'];
  try {
    await runFfmpeg(
      ffmpeg,
      [
        '-f',
        'image2',
        '-c:v',
        'mjpeg',
        '-i',
        still,
        '-vf',
        filters.join(','),
        '-frames:v',
        String(frames),
        '-r',
        String(FPS),
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-crf',
        '21',
        '-profile:v',
        'high',
        '-pix_fmt',
        'yuv420p',
        '-movflags',
        '+faststart',
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-flags:v',
        '+bitexact',
        '-an',
        '-threads',
        String(threadCount()),
        draft,
      ],
      { signal, onFrame: (frame) => onProgress?.(Math.min(1, frame / frames)) },
    );
    await requireWhole(draft, { frames });
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}
