import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { wavOf } from '../../../testing/crafted-sounds';
import { head, OUTPUTS } from '../../../testing/outputs';
import { CLIP, SAMPLES } from '../../../testing/samples';
import { measureAudio } from '../audio';
import { Pictures } from '../pictures';
import { pictureTypeOf } from '../pictures/picture-header';
import { Examiner } from './examiner';

const NOT_A_SOUND = "It isn't a sound, or it is damaged.";
const named = (name: string) => `${name} files can't be used here. Please use MP3, WAV, M4A, OGG, FLAC, AAC or WebM.`;

describe('the examiner of files', () => {
  const home = mkdtempSync(join(tmpdir(), 'storyreel-examined-'));
  const examiner = new Examiner(new Pictures(), { home });
  const signal = new AbortController().signal;
  afterAll(() => rmSync(home, { recursive: true }));
  const left = () => readdirSync(join(home, 'examined'));
  const examined = (bytes: Buffer, kind: 'video' | 'audio') =>
    examiner
      .recording(Readable.from([bytes], { objectMode: false }), kind, { signal }, ({ type }) => Promise.resolve(type))
      .catch(({ message }: Error) => message);

  it.each(OUTPUTS)(
    'classifies a provider’s output by its bytes: $name',
    async ({ bytes, picture, clip, speech, why }) => {
      expect([pictureTypeOf(bytes), await examined(bytes, 'video'), measureAudio(bytes)?.mimeType ?? null]).toEqual([
        picture,
        clip ?? why,
        speech,
      ]);
      expect(left()).toEqual([]);
    },
  );

  it('measures the length of a clip that does not state its length', async () => {
    const webm = Readable.from([SAMPLES['a WebM without a length']], { objectMode: false });
    const about = { ownerId: 'ada', signal };
    await examiner.clip(webm, about, async ({ seconds }) => expect(seconds).toBeCloseTo(0.9, 1));
  });

  it.each<[string, Buffer, string]>([
    ['a WAV', wavOf(0.1), 'audio/wav'],
    ['an M4A', SAMPLES['sound in an MP4'], 'audio/mp4'],
    ['the sound of a clip', CLIP, 'audio/mp4'],
    ['an AIFF', head('FORM\0\0\x02\0AIFFCOMM'), named('AIFF')],
    ['a CAF', head('caff\0\x01\0\0desc'), named('Core Audio (CAF)')],
    ['an AC-3', head('\x0b\x77'), named('AC-3')],
    ['a clip without sound', SAMPLES['a clip of one frame'], NOT_A_SOUND],
    ['a page', Buffer.from('<!doctype html>'), NOT_A_SOUND],
  ])('what is uploaded as a sound is told: %s', async (_, bytes, type) => {
    expect(await examined(bytes, 'audio')).toBe(type);
  });

  it('fails with an error, not a refusal, for a file that cannot be read', async () => {
    const broken = new Readable({ read: () => void broken.destroy(new Error('disk')) });
    await expect(examiner.recording(broken, 'video', {}, () => Promise.resolve())).rejects.toThrow('disk');
  });

  it.each([
    ['the ffmpeg of 2018', '', undefined, 'warn', /ffmpeg of 2018/],
    ['none', '', '/nowhere/ffmpeg', 'error', /cannot be executed/],
  ] as const)('logs at start that there is %s', async (_, PATH, ffmpegPath, level, words) => {
    const told = jest.spyOn(Logger.prototype, level).mockImplementation();
    jest.replaceProperty(process, 'env', { ...process.env, PATH });
    await new Examiner(new Pictures(), { home, ffmpegPath }).tellOfFfmpeg();
    expect(told).toHaveBeenCalledWith(expect.stringMatching(words));
    jest.restoreAllMocks();
  });

  it('deletes files an hour after a killed node left them behind', async () => {
    const [old, fresh] = ['old', 'fresh'].map((name) => join(home, 'examined', name));
    for (const folder of [old, fresh]) mkdirSync(folder ?? '', { recursive: true });
    utimesSync(old ?? '', 0, 0);
    expect([await examiner.sweep(), left()]).toEqual([1, ['fresh']]);
  });
});
