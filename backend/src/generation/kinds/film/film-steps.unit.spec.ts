import { shareOf } from './film-steps';

it('a film never seems to go back, and ends at 1', () => {
  const steps = (['prepare', 'sound', 'pictures', 'join'] as const).flatMap((step) =>
    [0, 1, 2, 3].map((done) => shareOf({ step, done, of: 2 }).progress),
  );
  expect([...steps].sort((a, b) => a - b)).toEqual(steps);
  expect(steps.at(-1)).toBe(1);
  expect(shareOf({ step: 'sound', done: 0, of: 0 })).toEqual({ progress: 0.05, words: 'Mixing the sound' });
});

it('a film says which of its scenes is being rendered', () => {
  const at = { step: 'pictures', done: 1, of: 2 } as const;
  expect(shareOf({ ...at, scene: { number: 3, of: 5 } }).words).toBe('Rendering scene 3 of 5');
  expect(shareOf(at).words).toBe('Rendering the scenes');
});
