import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { createCanvas } from '@napi-rs/canvas';
import { lyingGif } from '../../testing/crafted-pictures';
import { mp3Of, wavOf } from '../../testing/crafted-sounds';
import { CLIP, SAMPLES } from '../../testing/samples';
import { measureAudio } from '../audio/measure-audio';
import { Pictures } from '../pictures';
import { pictureTypeOf } from '../pictures/picture-header';
import { Examiner } from './examiner';

const canvas = createCanvas(90, 160);
const [JPEG, PNG] = [canvas.toBuffer('image/jpeg'), canvas.toBuffer('image/png')];
const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
const head = (start: string, bytes = 600): Buffer => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(bytes)]);

const NOT_A_VIDEO = "It isn't a video, or it is damaged.";
const NOT_A_SOUND = "It isn't a sound, or it is damaged.";
const named = (name: string, use = 'MP4, MOV or WebM') => `${name} files can't be used here. Please use ${use}.`;
const ONE_PICTURE = 'It is a single picture. Please use it as an image.';
const PRORES = "It is encoded as prores, which browsers don't play: please use H.264, VP9 or AV1.";
const CUT_OFF = 'It is damaged: a part of it is missing.';

/** What a provider may send, and what it is as a picture, as a clip and as speech: its type, or why it is none. */
const OUTPUTS: [name: string, bytes: Buffer, picture: string | null, clip: string, speech: string | null][] = [
  ['nothing', Buffer.alloc(0), null, NOT_A_VIDEO, null],
  ['a page', Buffer.from('<!doctype html><title>Sign in</title>'.repeat(20)), null, NOT_A_VIDEO, null],
  ['JSON', Buffer.from('{"detail": "Not found"}'), null, NOT_A_VIDEO, null],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), null, NOT_A_VIDEO, null],
  ['a JPEG', JPEG, 'image/jpeg', NOT_A_VIDEO, null],
  ['half a JPEG', half(JPEG), null, NOT_A_VIDEO, null],
  ['a PNG', PNG, 'image/png', NOT_A_VIDEO, null],
  ['half a PNG', half(PNG), null, NOT_A_VIDEO, null],
  ['half a WebP', half(canvas.toBuffer('image/webp')), null, NOT_A_VIDEO, null],
  ['a GIF', lyingGif(100, 100), 'image/gif', NOT_A_VIDEO, null],
  ['a HEIC', head('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), null, named('HEIC'), null],
  ['an AVI', head('RIFF\0\x02\0\0AVI LIST'), null, named('AVI'), null],
  ['an MP4', CLIP, null, 'video/mp4', null],
  ['half an MP4', half(CLIP), null, CUT_OFF, null],
  ['an MP4 whose end is missing', CLIP.subarray(0, -9), null, CUT_OFF, null],
  ['a WebM without a length', SAMPLES['a WebM without a length'], null, 'video/webm', null],
  ['a clip of one frame', SAMPLES['a clip of one frame'], null, ONE_PICTURE, null],
  ['sound in an MP4', SAMPLES['sound in an MP4'], null, 'It has no picture.', null],
  ['ProRes in a MOV', SAMPLES['ProRes in a MOV'], null, PRORES, null],
  ['a WAV', wavOf(1), null, NOT_A_VIDEO, 'audio/wav'],
  ['an MP3', mp3Of(9), null, NOT_A_VIDEO, 'audio/mpeg'],
];

describe('by its bytes', () => {
  const home = mkdtempSync(join(tmpdir(), 'storyreel-examined-'));
  const examiner = new Examiner(new Pictures(), { home });
  const signal = new AbortController().signal;
  afterAll(() => rmSync(home, { recursive: true }));
  const left = () => readdirSync(join(home, 'examined'));
  const examined = (bytes: Buffer, kind: 'video' | 'audio') =>
    examiner
      .recording(Readable.from([bytes], { objectMode: false }), kind, { signal }, ({ type }) => Promise.resolve(type))
      .catch(({ message }: Error) => message);

  it.each(OUTPUTS)('what a provider sends is told: %s', async (_, bytes, picture, clip, speech) => {
    expect([pictureTypeOf(bytes), await examined(bytes, 'video'), measureAudio(bytes)?.mimeType ?? null]).toEqual([
      picture,
      clip,
      speech,
    ]);
    expect(left()).toEqual([]);
  });

  it('the length of a clip is found where it does not tell it', async () => {
    const webm = Readable.from([SAMPLES['a WebM without a length']], { objectMode: false });
    const about = { ownerId: 'ada', signal };
    await examiner.clip(webm, about, async ({ seconds }) => expect(seconds).toBeCloseTo(0.9, 1));
  });

  it.each<[string, Buffer, string]>([
    ['a WAV', wavOf(0.1), 'audio/wav'],
    ['an M4A', SAMPLES['sound in an MP4'], 'audio/mp4'],
    ['the sound of a clip', CLIP, 'audio/mp4'],
    ['an AIFF', head('FORM\0\0\x02\0AIFFCOMM'), named('AIFF', 'MP3, WAV, M4A, OGG or FLAC')],
    ['a CAF', head('caff\0\x01\0\0desc'), named('Core Audio (CAF)', 'MP3, WAV, M4A, OGG or FLAC')],
    ['an AC-3', head('\x0b\x77'), named('AC-3', 'MP3, WAV, M4A, OGG or FLAC')],
    ['a clip without sound', SAMPLES['a clip of one frame'], NOT_A_SOUND],
    ['a page', Buffer.from('<!doctype html>'), NOT_A_SOUND],
  ])('what is uploaded as a sound is told: %s', async (_, bytes, type) => {
    expect(await examined(bytes, 'audio')).toBe(type);
  });

  it('what cannot be read is an error, not a refusal', async () => {
    const broken = new Readable({ read: () => void broken.destroy(new Error('disk')) });
    await expect(examiner.recording(broken, 'video', {}, () => Promise.resolve())).rejects.toThrow('disk');
  });

  it.each([
    ['the ffmpeg of 2018', '', undefined, 'warn', /ffmpeg of 2018/],
    ['none', '', '/nowhere/ffmpeg', 'error', /cannot be executed/],
  ] as const)('the log says at start that there is %s', async (_, PATH, ffmpegPath, level, words) => {
    const told = jest.spyOn(Logger.prototype, level).mockImplementation();
    jest.replaceProperty(process, 'env', { ...process.env, PATH });
    await new Examiner(new Pictures(), { home, ffmpegPath }).tellOfFfmpeg();
    expect(told).toHaveBeenCalledWith(expect.stringMatching(words));
    jest.restoreAllMocks();
  });

  it('what a killed node has left is deleted an hour later', async () => {
    const [old, fresh] = ['old', 'fresh'].map((name) => join(home, 'examined', name));
    for (const folder of [old, fresh]) mkdirSync(folder ?? '', { recursive: true });
    utimesSync(old ?? '', 0, 0);
    expect([await examiner.sweep(), left()]).toEqual([1, ['fresh']]);
  });
});
