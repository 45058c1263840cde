import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inkLength, phrasesOf, spokenWords } from '@storyreel/contracts';
import type { WordTimes } from '@storyreel/contracts';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { Pictures } from '../../../../infra/media/pictures';
import type { FilmPlan, FilmScene } from './film-plan';
import { type Film, renderFilm } from './render-film';
import { FilmMaterial, filmPlan, filmScene } from './testing/film-material';
import { type Frame, framesOf, gapsOf, loudnessOf, onsetsOf } from './testing/measure-film';

const FPS = 30;
const TEXT = 'A storm came over the sea.';
const COLOURS = { red: [200, 0, 0], green: [0, 120, 0], blue: [0, 0, 200] } as const;

let folder: string;
let ffmpeg: string;
let make: FilmMaterial;
const pictures = new Pictures();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-film-'));
  ffmpeg = await findFfmpeg();
  make = new FilmMaterial(ffmpeg, join(folder, 'material'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (plan: FilmPlan, name: string): Promise<Film> =>
  renderFilm(plan, { workFolder: join(folder, name), partsFolder: join(folder, `${name}-parts`), ffmpeg, pictures });

const flat = (colour: keyof typeof COLOURS): Promise<string> =>
  make.clip(
    `${colour}.mp4`,
    `color=0x${COLOURS[colour].map((part) => part.toString(16).padStart(2, '0')).join('')}:s=90x90:r=24:d=1`,
  );
const isColour = ({ colour }: Frame, wanted: keyof typeof COLOURS): boolean =>
  COLOURS[wanted].every((part, n) => Math.abs(part - (colour[n] ?? 0)) < 30);

describe('a film of three scenes, two of them spoken', () => {
  let film: Film;
  let frames: Frame[];
  const spoken = 1.2;
  /** Length of a scene: the narration, with the pauses before and after it. */
  const scene = 0.2 + spoken + 0.4;
  beforeAll(async () => {
    const voices = [await make.voice('one.wav', spoken), await make.voice('two.mp3', spoken, 600)];
    const [red, green, blue] = [await flat('red'), await flat('green'), await flat('blue')];
    const scenes: FilmScene[] = [
      filmScene('one', red, { speech: { path: voices[0] ?? '', text: TEXT } }),
      filmScene('two', green, { seconds: 1, transition: 'fade' }),
      filmScene('three', blue, { speech: { path: voices[1] ?? '', text: TEXT } }),
    ];
    const music = { path: await make.sound('music.ogg', 'anoisesrc=c=pink:a=0.05:d=1.5:seed=1'), gainDb: -20 };
    film = await render(filmPlan(scenes, { music, captions: { style: 'plain', platform: 'tiktok' } }), 'three');
    frames = await framesOf(ffmpeg, film.film);
  });

  it('is as long as the sum of its scenes', () => {
    expect(film.seconds).toBeCloseTo(2 * scene + 1, 1);
    expect(frames).toHaveLength(Math.round(film.seconds * FPS));
  });

  it('has its cuts and narrations within 80 ms of the plan', async () => {
    const cut = frames.findIndex((frame) => isColour(frame, 'green')) / FPS;
    expect(Math.abs(cut - scene)).toBeLessThan(0.08);
    const onsets = await onsetsOf(ffmpeg, film.film);
    expect(onsets).toHaveLength(2);
    expect(Math.abs((onsets[0] ?? 0) - 0.2)).toBeLessThan(0.08);
    expect(Math.abs((onsets[1] ?? 0) - (scene + 1 + 0.2))).toBeLessThan(0.08);
  });

  it('mixes two scenes in a cross-fade around their cut', () => {
    const border = Math.round((scene + 1) * FPS);
    const blue = (frame?: Frame): number => frame?.colour[2] ?? 0;
    expect(blue(frames[border - 7])).toBeLessThan(30);
    expect(blue(frames[border])).toBeGreaterThan(60);
    expect(blue(frames[border])).toBeLessThan(150);
    expect(blue(frames[border + 7])).toBeGreaterThan(170);
    // The green of the previous scene still shows through, rather than black.
    expect(frames[border]?.colour[1]).toBeGreaterThan(30);
  });

  it('is at -14 LUFS, with no peak over -1 dB', async () => {
    const { integrated, peak } = await loudnessOf(ffmpeg, film.film);
    expect(Math.abs(integrated + 14)).toBeLessThanOrEqual(1);
    expect(peak).toBeLessThanOrEqual(-1);
  });

  it('shows captions while they are spoken, and none otherwise', () => {
    const bright = (from: number, to: number): number[] =>
      frames.slice(Math.ceil(from * FPS), Math.floor(to * FPS)).map((frame) => frame.bright);
    const third = scene + 1;
    expect(Math.min(...bright(0.24, 0.2 + spoken - 0.04))).toBeGreaterThan(0.005);
    expect(Math.min(...bright(third + 0.24, third + 0.2 + spoken - 0.04))).toBeGreaterThan(0.005);
    expect(Math.max(...bright(0, 0.16))).toBe(0);
    expect(Math.max(...bright(0.2 + spoken + 0.04, third + 0.16))).toBe(0);
    expect(Math.max(...bright(third + 0.2 + spoken + 0.04, film.seconds))).toBe(0);
  });

  it('comes with subtitles and a poster', async () => {
    expect(await readFile(film.srt, 'utf8')).toContain('00:00:00,200 --> 00:00:01,400\nA storm came over the sea.');
    expect(await readFile(film.vtt, 'utf8')).toMatch(/^WEBVTT\n\n00:00:00\.200 --> /u);
    expect((await readFile(film.poster)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it('begins to play before it is fully loaded, and has no metadata about where it was made', async () => {
    const bytes = await readFile(film.film);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(bytes.includes('Lavf')).toBe(false);
  });
});

describe('moving images', () => {
  it('never freeze or go black: short clips continue with a moving last frame, images and cards get a camera move', async () => {
    const clip = await make.clip('moving.mp4', 'testsrc2=s=180x180:r=24:d=1.2', { pitch: 300 });
    const image = await make.image('image.png', 500, 700);
    const scenes: FilmScene[] = [
      filmScene('clip', clip, { seconds: 2, transition: 'fade' }),
      filmScene('trimmed', clip, { picture: { kind: 'clip', path: clip, trimStart: 0.7, muted: true }, seconds: 1.5 }),
      filmScene('image', image, { picture: { kind: 'image', path: image }, seconds: 1.5 }),
    ];
    const film = await render(filmPlan(scenes, { title: { text: 'Storm' }, end: { text: 'The end' } }), 'moving');
    expect(film.seconds).toBe(2.5 + 2 + 1.5 + 1.5 + 2.5);
    expect(await gapsOf(ffmpeg, film.film)).toEqual([]);
    expect(film.parts).toEqual({ rendered: 9, reused: 0 });
  });
});

describe('a scene with several pictures', () => {
  it('shows the pictures one after the other, cut where sentences end, with continuous captions', async () => {
    const [red = '', green = '', blue = ''] = await Promise.all(
      Object.values(COLOURS).map((colour, n) => make.plain(`plain-${n}.png`, colour)),
    );
    const text = 'The storm came over the sea at night. The keeper lit the lamp and waited. Nobody saw the light.';
    let ink = 0;
    // The sound is a tone, from which no words could be recognised.
    const times: WordTimes = spokenWords(text, 10).map(({ text: word, from, to }) => {
      ink += inkLength(word);
      return [ink, Math.round(from * 1000), Math.round(to * 1000)];
    });
    const speech = { path: await make.voice('long.wav', 10), text, times };
    const [picture, ...others] = [red, green, blue].map((path) => ({ kind: 'image' as const, path }));
    const scenes = picture ? [filmScene('shots', red, { picture, others, speech, seconds: null })] : [];
    const film = await render(filmPlan(scenes, { captions: { style: 'plain', platform: 'all' } }), 'shots');
    const frames = await framesOf(ffmpeg, film.film);
    const changes = frames.flatMap((frame, n) => {
      const [now, before] = [frame, frames[n - 1]].map(
        (one) => one && (['red', 'green', 'blue'] as const).find((name) => isColour(one, name)),
      );
      return now === before ? [] : [[now, n / FPS]];
    });
    expect(changes.map(([colour]) => colour)).toEqual(['red', 'green', 'blue']);
    const [, second = 0, third = 0] = changes.map(([, at]) => Number(at));
    const ends = phrasesOf(text, 10, { width: (line) => line.length, maxWidth: 99 }, times).map(({ to }) => to + 0.2);
    expect(Math.abs(second - (ends[0] ?? 0))).toBeLessThan(0.08);
    expect(Math.abs(third - (ends[1] ?? 0))).toBeLessThan(0.08);
    const said = frames.slice(Math.ceil(0.3 * FPS), Math.floor(10.1 * FPS)).map(({ bright }) => bright);
    expect(Math.min(...said)).toBeGreaterThan(0.005);
  });
});

describe('a film that is made again', () => {
  const plan = async (third: string): Promise<FilmPlan> => {
    const clips = await Promise.all(
      ['a', 'b', 'd'].map((name, n) => make.clip(`${name}.mp4`, `testsrc=s=90x90:r=${10 + n}:d=1`)),
    );
    const [a = '', b = '', d = ''] = clips;
    return filmPlan([a, b, third, d].map((path, n) => filmScene(`s${n}`, path, { seconds: 0.7 })));
  };

  it('has the same bytes for the same plan, and renders only changed scenes', async () => {
    const first = await render(await plan(await flat('red')), 'again');
    const bytes = await readFile(first.film);
    expect(first.parts).toEqual({ rendered: 4, reused: 0 });
    const second = await render(await plan(await flat('red')), 'again');
    expect(second.parts).toEqual({ rendered: 0, reused: 4 });
    expect(bytes.equals(await readFile(second.film))).toBe(true);
    const changed = await render(await plan(await flat('blue')), 'again');
    expect(changed.parts).toEqual({ rendered: 1, reused: 3 });
    const frames = await framesOf(ffmpeg, changed.film);
    expect(isColour(frames[Math.round(1.7 * FPS)] ?? { colour: [0, 0, 0], bright: 0 }, 'blue')).toBe(true);
  });

  it.each([
    ['while its files are examined', 'prepare', 2],
    ['before its sound is mixed', 'sound', 0],
    ['after the first scenes', 'pictures', 43],
    ['while its parts are joined', 'join', 1],
  ] as const)(
    'leaves no unfinished file when it is ended %s, and continues with the finished parts',
    async (_, step, done) => {
      const name = `ended-${step}`;
      const wanted = await plan(await flat('green'));
      const abort = new AbortController();
      const folders = { workFolder: join(folder, name), partsFolder: join(folder, `${name}-parts`) };
      const ended = renderFilm(wanted, {
        ...folders,
        ffmpeg,
        pictures,
        signal: abort.signal,
        onProgress: (at) => {
          if (at.step === step && at.done >= done) abort.abort(new Error('enough'));
        },
      });
      await expect(ended).rejects.toThrow('enough');
      expect(await readdir(folders.workFolder)).toEqual([]);
      const kept = await readdir(folders.partsFolder).catch(() => []);
      expect(kept.filter((part) => !/^[0-9a-f]{64}$/u.test(part))).toEqual([]);
      const film = await render(wanted, name);
      // Two parts are rendered at a time, and on a busy machine the last one may finish just when aborted.
      const finished = { prepare: [0], sound: [0], pictures: [1, 2, 3, 4], join: [4] }[step];
      expect(finished).toContain(film.parts.reused);
      expect(film.parts.rendered).toBe(4 - film.parts.reused);
    },
  );
});
