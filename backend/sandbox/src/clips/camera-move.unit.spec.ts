import { cameraMove, zoompan } from './camera-move';

describe('the camera of a prompt', () => {
  it.each([
    ['Camera: slow push in. She opens the door.', 'push-in'],
    ['slow zoom out over the valley', 'pull-out'],
    ['Camera: slow pan to the right.', 'pan-right'],
    ['pan left along the wall', 'pan-left'],
    ['slow tilt up the tower', 'tilt-up'],
    ['the camera tilts down', 'tilt-down'],
    ['unsteady handheld follow', 'handheld'],
    ['Camera: slow pull out. Later a push in.', 'pull-out'],
    ['A girl waits.', 'push-in'],
    ['', 'push-in'],
  ] as const)('%s', (prompt, move) => {
    expect(cameraMove(prompt)).toBe(move);
  });

  it('goes over all frames at the size of the clip', () => {
    expect(zoompan('push-in', 120, 720, 1280, 24)).toMatch(/on\/120.*d=120:s=720x1280:fps=24$/u);
  });
});
