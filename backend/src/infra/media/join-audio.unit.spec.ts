import { mp3Of, wavOf } from '../../testing/crafted-sounds';
import { joinAudio, measureAudio } from './audio';

const FRAME = 1_152 / 44_100;
const ID3 = Buffer.from([...Buffer.from('ID3'), 4, 0, 0, 0, 0, 0, 4, 1, 2, 3, 4]);

/** Returns an MP3 whose first frame only states the number of frames. */
function counted(frames: number, mark: string): Buffer {
  const bytes = Buffer.from(mp3Of(frames + 1));
  bytes.write(mark, 36, 'latin1');
  return bytes;
}

it('joins MP3s frame by frame, without the metadata of a single one', () => {
  const joined = joinAudio([
    Buffer.concat([ID3, counted(10, 'Info')]),
    counted(20, 'Xing'),
    Buffer.concat([mp3Of(30), Buffer.from('TAG')]),
  ]);
  const measured = measureAudio(joined ?? Buffer.alloc(0));
  expect(measured?.mimeType).toBe('audio/mpeg');
  expect(measured?.seconds).toBeCloseTo(60 * FRAME, 6);
  expect(joined?.includes('ID3')).toBe(false);
  expect(joined?.includes('TAG')).toBe(false);
});

it('joins WAVs of one format, whatever sizes their headers state', () => {
  const joined = joinAudio([wavOf(1.5, (wav) => wav.writeUInt32LE(0xffffffff, 40)), wavOf(1)]);
  expect(measureAudio(joined ?? Buffer.alloc(0))).toEqual({ mimeType: 'audio/wav', seconds: 2.5 });
  expect(joined?.readUInt32LE(4)).toBe((joined?.length ?? 0) - 8);
});

it.each<[string, Buffer[]]>([
  ['nothing', []],
  ['an MP3 and a WAV', [mp3Of(10), wavOf(1)]],
  ['a WAV and an MP3', [wavOf(1), mp3Of(10)]],
  ['WAVs of two rates', [wavOf(1), wavOf(1, (wav) => wav.writeUInt32LE(16_000, 24))]],
  ['a page', [mp3Of(10), Buffer.from('<!doctype html>')]],
])('joins no %s', (_, sounds) => {
  expect(joinAudio(sounds)).toBeNull();
});
