import { filmPrice, NEW_FILM_SCENE, NEW_FILM_SETTINGS } from './film-settings';
import { filmParts, filmTimeline } from './film-timeline';

const id = (n: number): string => `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`;
const clip = { url: '/clip', duration: 8 };
const speech = { url: '/line', seconds: 3.2, text: 'Once, a lamp.' };
const scene = (n: number, changes: Partial<Parameters<typeof filmTimeline>[0][number]> = {}) => ({
  id: id(n),
  title: `Scene ${n}`,
  duration: 5,
  mainVideo: null,
  mainImageUrl: '/image',
  imageUrls: [],
  speech: null,
  ...changes,
});
const settings = (n: number, changes: object) => ({
  ...NEW_FILM_SETTINGS,
  scenes: [{ ...NEW_FILM_SCENE, sceneId: id(n), ...changes }],
});

describe('the length of a scene of a film', () => {
  it.each([
    ['its narration with a pause around it', { speech, mainVideo: clip }, {}, 0.2 + 3.2 + 0.4],
    ['its clip', { mainVideo: clip }, {}, 8],
    ['the rest of a trimmed clip', { mainVideo: clip }, { trimStart: 5 }, 3],
    ['at least a second', { mainVideo: clip }, { trimStart: 100 }, 1],
    ['its own duration with an image', {}, {}, 5],
    ['its own duration when the image is chosen instead of the clip', { mainVideo: clip }, { picture: 'image' }, 5],
    ['its own duration when the length of the clip is unknown', { mainVideo: { ...clip, duration: null } }, {}, 5],
  ])('is %s', (_, changes, wanted, seconds) => {
    const { blocks } = filmTimeline([scene(1, changes)], settings(1, wanted));
    expect(blocks[0]?.seconds).toBeCloseTo(seconds, 3);
  });
});

describe('a film', () => {
  it('is as long as its scenes and cards, whatever their transitions', () => {
    const cards = { titleCard: 'The Lamp', endCard: '  ' };
    const film = filmTimeline([scene(1), scene(2)], { ...settings(1, { transition: 'fade' }), ...cards });
    expect(film.seconds).toBeCloseTo(5 + 5 + 2.5, 3);
  });

  it('does not fade out of its last scene', () => {
    const { blocks, seconds } = filmTimeline([scene(1)], settings(1, { transition: 'fade' }));
    expect([blocks[0]?.transition, seconds]).toEqual(['cut', 5]);
  });

  it('names the scenes that have nothing to show, and leaves them out', () => {
    const { blocks, missing } = filmTimeline([scene(1), scene(2, { mainImageUrl: null })], NEW_FILM_SETTINGS);
    expect(blocks.map(({ sceneId }) => sceneId)).toEqual([id(1)]);
    expect(missing).toEqual([{ sceneId: id(2), title: 'Scene 2' }]);
  });

  it.each([
    ['beside its main image', { imageUrls: ['/a', '/image', '/b'] }, ['/a', '/b']],
    ['beside its clip, the main one first', { mainVideo: clip, imageUrls: ['/a', '/image'] }, ['/image', '/a']],
    [
      'at most five, each once',
      { imageUrls: ['/a', '/a', '/b', '/c', '/d', '/e', '/f'] },
      ['/a', '/b', '/c', '/d', '/e'],
    ],
  ])('has the other images of a scene %s', (_, changes, others) => {
    expect(filmTimeline([scene(1, changes)], NEW_FILM_SETTINGS).blocks[0]?.others).toEqual(others);
  });

  it('shows the clip where an image is chosen but missing', () => {
    const only = scene(1, { mainImageUrl: null, mainVideo: clip });
    const { blocks } = filmTimeline([only], settings(1, { picture: 'image', trimStart: 2 }));
    expect(blocks[0]?.picture).toEqual({ kind: 'clip', url: '/clip', trimStart: 2, muted: false, seconds: 8 });
  });
});

it.each([
  [1, 'draft', 1_000],
  [30, 'draft', 1_000],
  [31, 'draft', 2_000],
  [60, '720p', 20_000],
  [61, '1080p', 60_000],
] as const)('charges for %d seconds in %s %d units', (seconds, quality, units) => {
  expect(filmPrice(seconds, quality)).toMatchObject({ units, usd: 0 });
});

it.each([
  ['has one part up to the platforms’ limit', [100, 70], []],
  ['is cut at scenes', [100, 70, 20], [[100], [70, 20]]],
  [
    'has parts of about the same length',
    Array<number>(10).fill(30),
    [Array<number>(5).fill(30), Array<number>(5).fill(30)],
  ],
  ['keeps a scene above the limit whole', [20, 400, 30], [[20], [400], [30]]],
  ['has one part when it has a single scene', [400], []],
])('a film in parts %s', (_, seconds, expected) => {
  const parts = filmParts(seconds.map((one) => ({ seconds: one })));
  expect(parts.map((blocks) => blocks.map((block) => block.seconds))).toEqual(expected);
});
