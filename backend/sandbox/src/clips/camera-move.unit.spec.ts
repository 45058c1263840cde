import { cameraMove } from './render-clip';

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
});
