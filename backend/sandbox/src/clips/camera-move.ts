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

/** What the prompt asks of the camera; a gentle push in when it asks for nothing. What is named first wins. */
export function cameraMove(prompt: string): CameraMove {
  const asked = WORDS.map(([move, pattern]) => ({ move, at: prompt.search(pattern) })).filter(({ at }) => at >= 0);
  return asked.sort((a, b) => a.at - b.at)[0]?.move ?? 'push-in';
}
