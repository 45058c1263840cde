/** Vertical focus of close shots: faces are in the upper middle of the image. */
const UPPER_MIDDLE = '(ih-ih/zoom)*0.4';

export type CameraMove = 'push-in' | 'pull-out' | 'pan-left' | 'pan-right' | 'tilt-up' | 'tilt-down' | 'handheld';

/** Start zoom and travel of a camera move. */
export interface CameraReach {
  /** Zoom factor on top of the move's own; 1 is the usual distance. */
  near?: number;
  /** Share of the move's usual travel; 1 is all of it. */
  far?: number;
}

/**
 * Returns ffmpeg's zoompan filter for a move over `frames` frames. `on` counts frames; the cosine eases in and out, as
 * a person moving a camera would.
 */
export function zoompan(
  move: CameraMove,
  frames: number,
  width: number,
  height: number,
  fps: number,
  { near = 1, far = 1 }: CameraReach = {},
): string {
  const ease = far === 1 ? `(1-cos(PI*on/${frames}))/2` : `${far}*(1-cos(PI*on/${frames}))/2`;
  const middle = { x: '(iw-iw/zoom)/2', y: near === 1 ? '(ih-ih/zoom)/2' : UPPER_MIDDLE };
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
  return `zoompan=z='${near === 1 ? z : `max(1,${near}*(${z}))`}':x='${x}':y='${y}':d=${frames}:s=${width}x${height}:fps=${fps}`;
}
