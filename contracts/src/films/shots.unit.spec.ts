import fc from 'fast-check';
import { spokenWords } from './phrases';
import { type Shot, shotsOf, type ShotsWish } from './shots';

const TEXT =
  'The keeper climbed the stairs. The lamp had gone out, and below him the sea was loud. He struck a match; ' +
  'the wind took it. He struck another, and this one held. Far out a boat turned its bow towards the light.';
const wish = (changes: Partial<ShotsWish> = {}): ShotsWish => ({
  seconds: 14.6,
  speech: { text: TEXT, seconds: 14 },
  clip: null,
  images: 3,
  pace: 'normal',
  seed: 0,
  ...changes,
});
const silent = (changes: Partial<ShotsWish>): ShotsWish => wish({ speech: null, ...changes });
const lengths = (shots: readonly Shot[]): number[] => shots.map(({ from, to }) => Math.round((to - from) * 10) / 10);
const shown = (shots: readonly Shot[]): string[] =>
  shots.map((shot) =>
    shot.kind === 'image'
      ? `${shot.image}${shot.isClose ? ' close' : ''}`
      : shot.kind === 'clip'
        ? 'clip'
        : 'end of clip',
  );

describe('the shots of a scene', () => {
  it('are cut where sentences and clauses end, every 2 to 5 seconds', () => {
    const shots = shotsOf(wish());
    expect(shots.every(({ from, to }) => to - from >= 2 && to - from <= 5)).toBe(true);
    const ends = spokenWords(TEXT, 14).filter(({ end }) => end !== null);
    expect(shots.slice(1).map(({ from }) => ends.some(({ to }) => Math.abs(to + 0.2 - from) < 0.001))).not.toContain(
      false,
    );
    expect(shown(shots)).toEqual(['0', '1', '2', '0 close', '1 close']);
  });

  it.each([
    ['still', 1, 1],
    ['calm', 3, 4],
    ['normal', 4, 5],
    ['quick', 5, 7],
  ] as const)('%s: from %d to %d in a quarter of a minute', (pace, least, most) => {
    const { length } = shotsOf(wish({ pace }));
    expect([length >= least, length <= most]).toEqual([true, true]);
  });

  it.each<[string, ShotsWish, string[]]>([
    [
      'alternate a clip, while it lasts, with the images',
      wish({ clip: { seconds: 8, heard: false }, images: 2 }),
      ['clip', '0', '1', 'clip', '0 close'],
    ],
    [
      'go on with images when the clip is over',
      wish({ clip: { seconds: 4, heard: false }, images: 1 }),
      ['clip', '0', '0 close', '0', '0 close'],
    ],
    ['show one picture from near and from far', wish({ images: 1 }), ['0', '0 close', '0', '0 close', '0']],
    [
      'keep a clip that is heard until its end',
      wish({ clip: { seconds: 9, heard: true }, images: 1 }),
      ['clip', '0', '0 close'],
    ],
    ['keep a clip that nobody speaks over', silent({ seconds: 8, clip: { seconds: 8, heard: false } }), ['clip']],
    ['keep an image that is short', silent({ seconds: 4 }), ['0']],
    ['divide a long scene in which nobody speaks', silent({ seconds: 10 }), ['0', '1', '2']],
  ])('%s', (_what, wanted, expected) => expect(shown(shotsOf(wanted))).toEqual(expected));

  it.each<[string, Partial<ShotsWish>, [string, number][]]>([
    ['is slowed a little', { seconds: 5.5 }, [['clip', 5.5]]],
    [
      'goes on as its last picture when it is much too short',
      { seconds: 8 },
      [
        ['clip', 6],
        ['end of clip', 2],
      ],
    ],
    [
      'leaves its last picture time to be seen',
      { seconds: 6.2 },
      [
        ['clip', 5.6],
        ['end of clip', 0.6],
      ],
    ],
    [
      'keeps its speed when it is heard',
      { seconds: 6, clip: { seconds: 5, heard: true } },
      [
        ['clip', 5],
        ['end of clip', 1],
      ],
    ],
  ])('a clip of 5 seconds %s', (_what, changes, expected) => {
    const shots = shotsOf(silent({ clip: { seconds: 5, heard: false }, images: 0, ...changes }));
    expect(shown(shots).map((what, index) => [what, lengths(shots)[index]])).toEqual(expected);
    for (const shot of shots) if (shot.kind === 'clip') expect(shot.slow).toBeLessThanOrEqual(1.2);
  });

  it('begin with another camera move in another scene, and never move twice alike', () => {
    const moves = (seed: number) =>
      shotsOf(wish({ seed })).flatMap((shot) => (shot.kind === 'image' ? [shot.move] : []));
    expect(moves(1)).not.toEqual(moves(0));
    expect(moves(0).some((move, index) => move === moves(0)[index + 1])).toBe(false);
  });

  it('follow each other without a gap, and no picture follows itself while there is another, whatever the scene', () => {
    fc.assert(
      fc.property(
        fc.record({
          seconds: fc.double({ min: 1, max: 180, noNaN: true }),
          text: fc.string({ maxLength: 400 }),
          clip: fc.option(fc.record({ seconds: fc.double({ min: 0.1, max: 60, noNaN: true }), heard: fc.boolean() })),
          images: fc.integer({ min: 0, max: 6 }),
          pace: fc.constantFrom('still' as const, 'calm' as const, 'normal' as const, 'quick' as const),
          seed: fc.nat(255),
        }),
        ({ text, seconds, clip, images, ...rest }) => {
          const speech = text === '' || seconds < 1.2 ? null : { text, seconds: seconds - 0.6 };
          const shots = shotsOf({ ...rest, seconds, speech, clip, images: clip ? images : Math.max(1, images) });
          expect(shots[0]?.from).toBe(0);
          expect(shots.at(-1)?.to).toBe(seconds);
          for (const [index, shot] of shots.entries()) {
            const next = shots[index + 1];
            expect(shot.to - shot.from).toBeGreaterThan(0.3);
            if (!next) continue;
            expect(next.from).toBe(shot.to);
            if (shot.kind === 'image' && next.kind === 'image')
              expect(shot.image === next.image).toBe(images < 2 && shot.image === 0);
          }
        },
      ),
    );
  });
});
