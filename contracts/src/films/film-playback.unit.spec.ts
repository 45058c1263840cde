import { NEW_FILM_SCENE, NEW_FILM_SETTINGS } from './film-settings';
import { filmPlayback, opacityAt, pictureAt, shareOfPicture } from './film-playback';
import { filmTimeline } from './film-timeline';

const id = (n: number): string => `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`;
type Scene = Parameters<typeof filmTimeline>[0][number];
const scene = (n: number, changes: Partial<Scene> = {}): Scene => ({
  id: id(n),
  title: `Scene ${n}`,
  duration: 5,
  mainVideo: null,
  mainImageUrl: `/image-${n}`,
  imageUrls: [`/image-${n}`, `/other-${n}`],
  speech: null,
  ...changes,
});
const text = 'The lamp went dark at nine. Nobody in the harbour saw it, and nobody climbed the stairs for an hour.';
const speech = { url: '/line', seconds: 9.4, text };
const clip = { url: '/clip', duration: 8 };
const measure = { maxWidth: 24, width: (line: string) => line.length };

function play(scenes: Scene[], changes: Partial<typeof NEW_FILM_SETTINGS> = {}, heard?: Set<string>) {
  const settings = { ...NEW_FILM_SETTINGS, ...changes };
  return filmPlayback(filmTimeline(scenes, settings), settings, { measure, heard });
}

describe('a film played before it is rendered', () => {
  const cards = { titleCard: 'The Lamp', endCard: 'The End' };
  const film = play([scene(1, { speech }), scene(2, { mainVideo: clip }), scene(3)], {
    ...cards,
    scenes: [{ ...NEW_FILM_SCENE, sceneId: id(1), transition: 'fade' }],
  });

  it('shows cards and shots one after the other, to the end', () => {
    expect(film.pictures.map(({ from }) => from)).toEqual([0, ...film.pictures.slice(0, -1).map(({ to }) => to)]);
    expect(film.pictures.at(-1)?.to).toBeCloseTo(film.seconds, 3);
    expect(film.seconds).toBeCloseTo(2.5 + 10 + 8 + 5 + 2.5, 3);
    expect([film.pictures[0]?.kind, film.pictures.at(-1)?.kind]).toEqual(['card', 'card']);
    expect(film.scenes.map(({ from, to }) => [from, to].map(Math.round))).toEqual([
      [3, 13],
      [13, 21],
      [21, 26],
    ]);
    const shown = film.pictures.filter(({ sceneId }) => sceneId === id(1));
    expect(shown.map((picture) => picture.kind === 'image' && picture.url)).toEqual([
      '/image-1',
      '/other-1',
      '/image-1',
    ]);
    expect(new Set(film.pictures.map(({ key }) => key)).size).toBe(film.pictures.length);
  });

  it('fades where a fade was chosen, and after the title', () => {
    const fades = film.pictures.filter(({ fadeIn }) => fadeIn > 0).map(({ sceneId }) => sceneId);
    expect(fades).toEqual([id(1), id(2)]);
  });

  it('plays the narration after a breath, with captions that never overlap', () => {
    expect(film.voices).toEqual([{ sceneId: id(1), url: '/line', from: 2.7, to: expect.closeTo(12.1) as number }]);
    expect(
      film.captions
        .map(({ phrase }) =>
          phrase.lines
            .flat()
            .map((word) => word.text)
            .join(' '),
        )
        .join(' '),
    ).toBe(text);
    for (const [index, { from, to }] of film.captions.entries()) {
      expect(to).toBeGreaterThan(from);
      expect(film.captions[index + 1]?.from ?? Infinity).toBeGreaterThanOrEqual(to - 0.001);
    }
    expect(film.captions[0]?.from).toBeCloseTo(2.7, 3);
    expect(film.captions.at(-1)?.to).toBeLessThanOrEqual(12.11);
    expect(play([scene(1, { speech })], { captions: 'off' }).captions).toEqual([]);
  });

  it('plays clips from their trimmed start, and one with its own sound without a cut', () => {
    const settings = { scenes: [{ ...NEW_FILM_SCENE, sceneId: id(1), trimStart: 1.5 }] };
    const scenes = [scene(1, { speech, mainVideo: { ...clip, duration: 12 } })];
    const clips = (heard?: Set<string>) =>
      play(scenes, settings, heard).pictures.flatMap((one) => (one.kind === 'clip' ? [[one.clipFrom, one.to]] : []));
    expect(clips()[0]?.[0]).toBe(1.5);
    expect(clips()[0]?.[1]).toBeLessThan(6);
    expect(clips(new Set(['/clip']))).toEqual([[1.5, expect.closeTo(10, 3)]]);
  });

  it('returns the image of a time, its elapsed part and its fade', () => {
    const { pictures, seconds } = film;
    expect([0, 2.6, seconds, seconds + 9].map((at) => pictureAt(pictures, at))).toEqual([
      0,
      1,
      pictures.length - 1,
      pictures.length - 1,
    ]);
    const [, first] = pictures;
    if (!first) throw new Error('There is no picture');
    expect([2.3, 2.5, 2.7].map((at) => opacityAt(first, at))).toEqual([0, expect.closeTo(0.5), expect.closeTo(1)]);
    expect([2.3, first.to].map((at) => shareOfPicture(first, at))).toEqual([expect.closeTo(0), expect.closeTo(1)]);
  });
});
