import type { Shot, ShotMove } from './shots';

/**
 * Seconds that a camera takes for its whole path over a still image. A shorter shot covers only a part of the path, at
 * the same pace.
 */
export const FULL_WAY_SECONDS = 6;
/** Zoom for a second shot of the same image, so that it looks different. */
export const CLOSE_ZOOM = 1.3;
/** Undoes the usual camera's slight zoom, which would be seen as a jump after a clip. */
export const ZOOM_WITHOUT_JUMP = 1 / 1.02;

/** A camera's path: the move, an additional zoom factor (`near`), and the share of the move's usual travel (`far`). */
export interface Camera {
  move: ShotMove;
  near: number;
  far: number;
}

/** Returns the camera of a card (null), of an image or of a clip's last frame that is shown for these seconds. */
export function cameraOf(shot: Shot | null, seconds: number): Camera {
  if (shot === null || shot.kind === 'clip') return { move: 'push-in', near: 1, far: 1 };
  if (shot.kind === 'last-frame' && shot.continues) return { move: 'push-in', near: ZOOM_WITHOUT_JUMP, far: 0.5 };
  const far = Math.min(1, seconds / FULL_WAY_SECONDS);
  return { move: shot.move, near: shot.isClose ? CLOSE_ZOOM : 1, far };
}

/**
 * The visible part of a picture. A `zoom` of 2 shows half of its width and height; `x` and `y` give the place of that
 * part, from 0 at the left and top to 1 at the right and bottom.
 */
export interface CameraView {
  zoom: number;
  x: number;
  y: number;
}

/** Vertical focus of close shots: faces are in the upper middle of the image. */
const UPPER_MIDDLE = 0.4;

/**
 * Returns the part of a picture that is visible after a share of the shot's time, with easing. The renderer's ffmpeg
 * filter follows the same path.
 */
export function cameraAt({ move, near, far }: Camera, share: number): CameraView {
  const ease = (far * (1 - Math.cos(Math.PI * Math.min(1, Math.max(0, share))))) / 2;
  const middle = near === 1 ? 0.5 : UPPER_MIDDLE;
  const views: Record<ShotMove, CameraView> = {
    'push-in': { zoom: 1.02 + 0.2 * ease, x: 0.5, y: 0.55 },
    'pull-out': { zoom: 1.24 - 0.22 * ease, x: 0.5, y: middle },
    'pan-left': { zoom: 1.2, x: 1 - ease, y: middle },
    'pan-right': { zoom: 1.2, x: ease, y: middle },
    'tilt-up': { zoom: 1.2, x: 0.5, y: 1 - ease },
    'tilt-down': { zoom: 1.2, x: 0.5, y: ease },
  };
  const view = views[move];
  return near === 1 ? view : { ...view, zoom: Math.max(1, near * view.zoom) };
}
