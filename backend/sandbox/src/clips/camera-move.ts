export type CameraMove = 'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'tilt-up' | 'tilt-down' | 'handheld';

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

/**
 * ffmpeg's zoompan for a move over `frames` frames. `on` counts frames; the cosine starts and stops softly, as a person
 * moving a camera would.
 */
export function zoompan(move: CameraMove, frames: number, width: number, height: number, fps: number): string {
  const ease = `(1-cos(PI*on/${frames}))/2`;
  const middle = { x: '(iw-iw/zoom)/2', y: '(ih-ih/zoom)/2' };
  const plan: Record<CameraMove, { z: string; x: string; y: string }> = {
    'push-in': { z: `1.02+0.2*${ease}`, x: middle.x, y: '(ih-ih/zoom)*0.55' },
    'pull-out': { z: `1.24-0.22*${ease}`, x: middle.x, y: middle.y },
    'pan-left': { z: '1.2', x: `(iw-iw/zoom)*(1-${ease})`, y: middle.y },
    'pan-right': { z: '1.2', x: `(iw-iw/zoom)*${ease}`, y: middle.y },
    'tilt-up': { z: '1.2', x: middle.x, y: `(ih-ih/zoom)*(1-${ease})` },
    'tilt-down': { z: '1.2', x: middle.x, y: `(ih-ih/zoom)*${ease}` },
    handheld: {
      z: `1.1+0.06*${ease}+0.006*sin(on/${(fps * 0.9).toFixed(1)})`,
      x: `(iw-iw/zoom)*(0.5+0.2*sin(on/${(fps * 0.62).toFixed(1)})+0.09*sin(on/${(fps * 0.23).toFixed(1)}))`,
      y: `(ih-ih/zoom)*(0.5+0.17*sin(on/${(fps * 0.5).toFixed(1)}+1)+0.07*sin(on/${(fps * 0.19).toFixed(1)}))`,
    },
  };
  const { z, x, y } = plan[move];
  return `zoompan=z='${z}':x='${x}':y='${y}':d=${frames}:s=${width}x${height}:fps=${fps}`;
}
