import fc from 'fast-check';
import { spokenWords } from './phrases';
import { placeAt } from './shot-pins';
import { type Shot, shotsOf, type ShotsWish, spokenScene } from './shots';

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
        : `end of clip${shot.isClose ? ' close' : ''}`,
  );

/** Pins the shot with this number and changes its picture. */
const pinned = (wanted: ShotsWish, number: number, picture: number | 'clip' | null) => {
  const scene = spokenScene(wanted);
  const { from = 0, to = 0 } = shotsOf(wanted)[number] ?? {};
  return { from: placeAt(from, scene), to: placeAt(to, scene), picture };
};

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
      'continue with images when the clip is over',
      wish({ clip: { seconds: 4, heard: false }, images: 1 }),
      ['clip', '0', '0 close', '0', '0 close'],
    ],
    ['show one image from near and from far', wish({ images: 1 }), ['0', '0 close', '0', '0 close', '0']],
    [
      'keep a clip with sound until its end',
      wish({ clip: { seconds: 9, heard: true }, images: 1 }),
      ['clip', '0', '0 close'],
    ],
    ['keep a clip without narration', silent({ seconds: 8, clip: { seconds: 8, heard: false } }), ['clip']],
    [
      'continue with the last frame of a clip without images, from near and from far',
      silent({ seconds: 16, clip: { seconds: 5, heard: false }, images: 0 }),
      ['clip', 'end of clip', 'end of clip close', 'end of clip'],
    ],
    ['keep one image in a short scene', silent({ seconds: 4 }), ['0']],
    ['divide a long scene without narration', silent({ seconds: 10 }), ['0', '1', '2']],
  ])('%s', (_what, wanted, expected) => expect(shown(shotsOf(wanted))).toEqual(expected));

  it.each<[string, Partial<ShotsWish>, [string, number][]]>([
    ['is slowed a little', { seconds: 5.5 }, [['clip', 5.5]]],
    [
      'continues as its last frame when it is much too short',
      { seconds: 8 },
      [
        ['clip', 6],
        ['end of clip', 2],
      ],
    ],
    [
      'shows its last frame long enough',
      { seconds: 6.2 },
      [
        ['clip', 5.6],
        ['end of clip', 0.6],
      ],
    ],
    [
      'keeps its speed when it has sound',
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

  it('begin with another camera move in another scene, and never repeat a move at once', () => {
    const moves = (seed: number) =>
      shotsOf(wish({ seed })).flatMap((shot) => (shot.kind === 'image' ? [shot.move] : []));
    expect(moves(1)).not.toEqual(moves(0));
    expect(moves(0).some((move, index) => move === moves(0)[index + 1])).toBe(false);
  });

  it.each<[string, Partial<ShotsWish>, (number | 'clip' | null)[], string[]]>([
    ['shows its own image', {}, [2], ['2', '0', '1', '2 close', '0 close']],
    ['is not preceded by its own image', {}, [null, null, 2], ['0', '1', '2', '0 close', '1 close']],
    ['shows the clip where it was pinned', { clip: { seconds: 9, heard: false } }, [0, 'clip'], ['0', 'clip']],
  ])('a pinned shot %s', (_what, changes, pictures, expected) => {
    const wanted = wish(changes);
    const pins = pictures.flatMap((picture, at) => (picture === null ? [] : [pinned(wanted, at, picture)]));
    const shots = shotsOf({ ...wanted, pins });
    expect(shown(shots).slice(0, expected.length)).toEqual(expected);
    expect(shots.filter(({ isPinned }) => isPinned)).toHaveLength(pins.length);
    // A pin whose borders coincide with existing cuts moves no other cut.
    expect(lengths(shots)).toEqual(lengths(shotsOf(wanted)));
  });

  it('keep a pinned shot at its sentence at another pace, in another voice and in another text', () => {
    const pins = [pinned(wish(), 2, 0)];
    const said = (wanted: ShotsWish) => {
      const { words } = spokenScene(wanted);
      const [shot] = shotsOf({ ...wanted, pins }).filter(({ isPinned }) => isPinned);
      return words
        .filter(({ to }) => shot && to + 0.2 > shot.from + 0.01 && to + 0.2 < shot.to + 0.01)
        .map(({ text }) => text)
        .join(' ');
    };
    const spoken = said(wish());
    expect(spoken).toMatch(/^He struck a match; the wind took it/u);
    expect(said(wish({ pace: 'quick' }))).toBe(spoken);
    expect(said(wish({ seconds: 22.6, speech: { text: TEXT, seconds: 22 } }))).toBe(spoken);
    expect(said(wish({ speech: { text: `It was late, and nobody was awake. ${TEXT}`, seconds: 14 } }))).toBe(spoken);
    expect(said(wish({ speech: { text: 'Nothing of this is said any more, by anybody at all.', seconds: 14 } }))).toBe(
      '',
    );
  });

  it('follow each other without a gap, and repeat no image at once while there is another', () => {
    fc.assert(
      fc.property(
        fc.record({
          seconds: fc.double({ min: 1, max: 180, noNaN: true }),
          text: fc.string({ maxLength: 400 }),
          clip: fc.option(fc.record({ seconds: fc.double({ min: 0.1, max: 60, noNaN: true }), heard: fc.boolean() })),
          images: fc.integer({ min: 0, max: 6 }),
          pace: fc.constantFrom('still' as const, 'calm' as const, 'normal' as const, 'quick' as const),
          seed: fc.nat(255),
          cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
          picture: fc.constantFrom('clip' as const, null, 0),
        }),
        ({ text, seconds, clip, images, cuts, picture, ...rest }) => {
          const speech = text === '' || seconds < 1.2 ? null : { text, seconds: seconds - 0.6 };
          const scene = spokenScene({ seconds, speech });
          const places = cuts.map((share) => placeAt(share * seconds, scene));
          const pins = places
            .slice(1)
            .map((to, at) => ({ from: places[at] ?? to, to, picture: images > 0 ? picture : null }));
          const some = clip ? images : Math.max(1, images);
          const shots = shotsOf({ ...rest, seconds, speech, clip, images: some, pins });
          expect(shots[0]?.from).toBe(0);
          expect(shots.at(-1)?.to).toBe(seconds);
          for (const [index, shot] of shots.entries()) {
            const next = shots[index + 1];
            expect(shot.to - shot.from).toBeGreaterThan(0.3);
            if (!next) continue;
            expect(next.from).toBe(shot.to);
            if (shot.kind === 'image' && next.kind === 'image' && !shot.isPinned && !next.isPinned)
              expect(shot.image === next.image).toBe(some < 2 && shot.image === 0);
          }
        },
      ),
    );
  });
});
