import { runInNewContext } from 'node:vm';
import { type Camera, cameraAt, type ShotMove } from '@storyreel/contracts';
import { zoompan } from '@storyreel/ffmpeg';

const FRAMES = 90;
const SIZE = { iw: 1440, ih: 2560 };
const MOVES: ShotMove[] = ['push-in', 'pull-out', 'pan-left', 'pan-right', 'tilt-up', 'tilt-down'];

/**
 * Evaluates ffmpeg's filter for a frame. Returns the positions of the visible part as shares of its range of movement.
 */
function seenInFilm({ move, near, far }: Camera, on: number) {
  const filter = zoompan(move, FRAMES, 720, 1280, 30, { near, far });
  const [z = '', x = '', y = ''] = ['z', 'x', 'y'].map(
    (name) => new RegExp(`${name}='([^']*)'`, 'u').exec(filter)?.[1],
  );
  const compute = (expression: string, zoom = 1): number =>
    Number(runInNewContext(expression, { PI: Math.PI, cos: Math.cos, max: Math.max, on, zoom, ...SIZE }));
  const zoom = compute(z);
  const share = (at: number, whole: number): number => at / (whole - whole / zoom);
  return { zoom, x: share(compute(x, zoom), SIZE.iw), y: share(compute(y, zoom), SIZE.ih) };
}

describe('the camera of a preview', () => {
  it.each(MOVES)('moves like the camera of the film with the move %s', (move) => {
    for (const near of [1, 1.3]) {
      for (const on of [0, 20, 45, FRAMES]) {
        const camera = { move, near, far: 0.7 };
        const { zoom, x, y } = seenInFilm(camera, on);
        const seen = cameraAt(camera, on / FRAMES);
        expect([seen.zoom, seen.x, seen.y]).toEqual([zoom, x, y].map((value) => expect.closeTo(value, 6) as number));
      }
    }
  });
});
