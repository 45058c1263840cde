import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { Pictures } from '../../../../infra/media/pictures';
import { WEBM } from '../../../../testing/samples';
import type { FilmPlan, FilmScene } from './film-plan';
import { type Film, renderFilm } from './render-film';
import { FilmMaterial, filmPlan, filmScene } from './testing/film-material';
import { framesOf } from './testing/measure-film';

let folder: string;
let ffmpeg: string;
let make: FilmMaterial;
let good: string;
let films = 0;
const pictures = new Pictures();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "storyreel 100%d it's-"));
  ffmpeg = await findFfmpeg();
  make = new FilmMaterial(ffmpeg, join(folder, 'material'));
  good = await make.clip('good.mp4', 'testsrc=s=90x90:r=10:d=1');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Renders a film whose first scene is valid and whose second scene is the hostile one. */
const render = (scene: Partial<FilmScene>, changes: Partial<FilmPlan> = {}): Promise<Film> => {
  films += 1;
  const scenes = [filmScene('sound', good, { seconds: 0.7 }), filmScene('hostile', good, scene)];
  const folders = { workFolder: join(folder, `${films}`), partsFolder: join(folder, `${films}-parts`) };
  return renderFilm(filmPlan(scenes, changes), { ...folders, ffmpeg, pictures });
};
const clip = (path: string): Partial<FilmScene> => ({ picture: { kind: 'clip', path } });
const refusal = (message: RegExp): object =>
  expect.objectContaining({
    code: 'unusable-input',
    sceneId: 'hostile',
    message: expect.stringMatching(message) as string,
  });

describe('a clip that', () => {
  const CASES: [string, () => Promise<string>, RegExp][] = [
    ['is a text', () => make.bytes('text.mp4', 'I am a video, honestly.'), /The clip of scene 2 is not a video/u],
    ['is empty', () => make.bytes('empty.mp4', ''), /scene 2 is not a video/u],
    ['is a playlist', () => make.bytes('list.mp4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'), /is not a video/u],
    ['is missing', () => Promise.resolve('/nowhere/clip.mp4'), /scene 2 is missing or too large/u],
    ['lasts 0 s', () => make.clip('still.mp4', 'testsrc=s=90x90', { extra: ['-frames:v', '1'] }), /has no length/u],
    ['has sound only', () => make.sound('sound.mp4', 'sine=d=1'), /has no picture/u],
    ['is 10,000 px wide', () => make.clip('wide.mp4', 'color=s=10000x64:r=2:d=1'), /is too large: 10000 × 64 pixels/u],
    [
      'was cut off',
      async () => make.bytes('half.mp4', (await readFile(good)).subarray(0, 900)),
      /The clip of scene 2 is damaged: a part of it is missing/u,
    ],
  ];
  it.each(CASES)('%s is refused, and the error names its scene', async (_, file, message) => {
    await expect(render(clip(await file()))).rejects.toEqual(refusal(message));
  });

  it('lasts 11 minutes is refused as a whole, and accepted trimmed to a few seconds', async () => {
    const long = await make.clip('long.mp4', 'testsrc=s=32x32:r=1:d=660');
    await expect(render({ ...clip(long), seconds: null })).rejects.toMatchObject({
      code: 'too-long',
      sceneId: 'hostile',
    });
    expect((await render({ ...clip(long), seconds: 1 })).seconds).toBeCloseTo(1.7, 3);
  });

  it('does not state its length is shown for as long as its content lasts', async () => {
    const webm = await make.bytes('no-length.webm', WEBM);
    expect((await render({ ...clip(webm), seconds: null })).seconds).toBeCloseTo(0.7 + 0.9, 1);
  });

  it('has 8 audio tracks is played with the first', async () => {
    const tracks = Array.from({ length: 8 }, (_, n) => ['-f', 'lavfi', '-i', `sine=${200 + 100 * n}`]).flat();
    const maps = Array.from({ length: 9 }, (_, n) => ['-map', `${n}`]).flat();
    const many = await make.clip('many.mp4', 'testsrc=s=90x90:r=10:d=1', { extra: [...tracks, ...maps, '-shortest'] });
    expect((await render(clip(many))).parts.rendered).toBe(2);
  });

  it('is trimmed to begin after its end is refused', async () => {
    const late = { picture: { kind: 'clip' as const, path: good, trimStart: 5 } };
    await expect(render(late)).rejects.toEqual(refusal(/scene 2 ends before it begins/u));
  });
});

describe('other files of a wrong type', () => {
  it('are refused, and the error names their scene', async () => {
    const text = await make.bytes('not-a-sound.wav', 'La la la, says the text, and nothing else.');
    const image = await make.bytes('image.png', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await expect(render({ speech: { path: text, text: 'Hm.' } })).rejects.toEqual(
      refusal(/narration of scene 2 is not a sound/u),
    );
    await expect(render({ speech: { path: '/nowhere.wav', text: 'Hm.' } })).rejects.toEqual(
      refusal(/narration of scene 2 .*missing/u),
    );
    await expect(render({ picture: { kind: 'image', path: image } })).rejects.toEqual(
      refusal(/image of scene 2 can't be used/u),
    );
    await expect(render({}, { music: { path: text } })).rejects.toMatchObject({
      code: 'unusable-input',
      message: 'The music is not a sound.',
    });
  });
});

describe('texts', () => {
  it.each([
    ['2,000 characters without a space', 'x'.repeat(2000)],
    ['emojis alone', '😀🎉👨‍👩‍👧🇫🇷'.repeat(40)],
    ['quotes and percent signs', `100% 'quoted' "twice"; [a]:b,c\\ %d`],
  ])('of %s become captions', async (_, text) => {
    const voice = await make.voice('voice.wav', 1);
    const captions = { style: 'words', platform: 'all' } as const;
    const film = await render({ speech: { path: voice, text } }, { captions, title: { text: text.slice(0, 120) } });
    const frames = await framesOf(ffmpeg, film.film);
    expect(frames.length).toBe(Math.round(film.seconds * 30));
  });
});

describe('a full disk', () => {
  it('is reported, and leaves no unfinished file', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mounted =
      process.platform === 'linux' &&
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', disk]).status === 0;
    const full =
      '#!/bin/sh\ncase "$*" in *-version*) exit 0;; esac\necho "av_interleaved_write_frame(): No space left on device" >&2\nexit 1\n';
    const program = mounted ? ffmpeg : await make.bytes('ffmpeg', full);
    if (!mounted) await chmod(program, 0o755);
    try {
      const loud = await make.clip('noise.mp4', 'testsrc=s=360x360:r=30:d=2,noise=alls=80:allf=t:all_seed=1');
      const folders = { workFolder: join(disk, 'work'), partsFolder: join(disk, 'parts') };
      const plan = filmPlan([filmScene('one', loud, { seconds: 2 })]);
      await expect(renderFilm(plan, { ...folders, ffmpeg: program, pictures })).rejects.toMatchObject({
        code: 'disk-full',
        message: 'The disk is full, so the film was not finished.',
      });
      expect(await readdir(folders.workFolder)).toEqual([]);
    } finally {
      if (mounted) spawnSync('umount', ['--lazy', disk]);
    }
  });
});

describe('a plan', () => {
  it('without scenes, or with too many, is refused before anything is rendered', async () => {
    const run = { workFolder: join(folder, 'none'), partsFolder: join(folder, 'none-parts'), ffmpeg, pictures };
    await expect(renderFilm(filmPlan([]), run)).rejects.toMatchObject({ code: 'empty' });
    const many = Array.from({ length: 201 }, (_, n) => filmScene(`${n}`, good));
    await expect(renderFilm(filmPlan(many), run)).rejects.toMatchObject({ code: 'too-long' });
    expect(await readdir(folder)).not.toContain('none');
  });
});
