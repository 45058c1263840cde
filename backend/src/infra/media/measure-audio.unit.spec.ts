import { mp3Of, wavOf } from '../../testing/crafted-sounds';
import { measureAudio } from './audio';

const FRAME = 1_152 / 44_100;
const ID3 = Buffer.from([...Buffer.from('ID3'), 4, 0, 0, 0, 0, 1, 2, ...Buffer.alloc(130)]);

describe('the length of a sound', () => {
  it('of a WAV is that of its samples', () => {
    expect(measureAudio(wavOf(2.5))).toEqual({ mimeType: 'audio/wav', seconds: 2.5 });
  });

  it.each([0, 0xffffffff, 1_000_000])('of a WAV does not follow a wrong size in its header: %d bytes', (size) => {
    expect(measureAudio(wavOf(2, (wav) => wav.writeUInt32LE(size, 40)))?.seconds).toBe(2);
  });

  it('of a WAV is found behind its other chunks', () => {
    const wav = wavOf(1);
    const list = Buffer.from('LIST\u0003\0\0\0abc\0', 'latin1');
    expect(measureAudio(Buffer.concat([wav.subarray(0, 36), list, wav.subarray(36)]))?.seconds).toBe(1);
  });

  it('of an MP3 is that of its whole frames, without tags and a truncated last frame', () => {
    const measured = measureAudio(Buffer.concat([ID3, mp3Of(100), mp3Of(1).subarray(0, 200)]));
    expect(measured?.mimeType).toBe('audio/mpeg');
    expect(measured?.seconds).toBeCloseTo(100 * FRAME, 6);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><title>Sign in</title>')],
    ['JSON', Buffer.from('{"detail": "no"}')],
    ['a WAV without a sound', wavOf(0)],
    ['a WAV at no rate', wavOf(1, (wav) => wav.writeUInt32LE(0, 28))],
    ['a WAV that is cut off in its head', wavOf(1).subarray(0, 30)],
    ['a WAV whose parts have no end', wavOf(1, (wav) => wav.writeUInt32LE(0xffffffff, 16))],
    ['one frame that may be an accident', mp3Of(1)],
    ['a tag that promises more than there is', Buffer.from([...Buffer.from('ID3'), 4, 0, 0, 127, 127, 127, 127])],
  ])('there is none of %s', (_, bytes) => {
    expect(measureAudio(bytes)).toBeNull();
  });
});
