import { Readable } from 'node:stream';
import { createCanvas } from '@napi-rs/canvas';
import { inspectRecording } from './inspect-recording';

const inspect = (bytes: Uint8Array, declared: string) =>
  inspectRecording(Readable.from([Buffer.from(bytes)], { objectMode: false }), declared);
/** A WAV file of one sample. */
const wav = Buffer.from(
  'RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x02\0\0\0\0\0',
  'latin1',
);
const mp4 = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08free', 'latin1');
const webm = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878102428581021853806701', 'hex');

describe('a recording', () => {
  it('of sound is taken as such', async () => {
    await expect(inspect(wav, 'audio/x-wav')).resolves.toBe('audio/wav');
  });
  it('of sound is refused as a film', async () => {
    await expect(inspect(wav, 'video/mp4')).resolves.toBeNull();
  });
  it('in a container for both is a film or a sound as its sender says', async () => {
    await expect(inspect(mp4, 'audio/mp4')).resolves.toBe('audio/mp4');
    await expect(inspect(mp4, 'video/mp4')).resolves.toBe('video/mp4');
  });
  it('has the container that its bytes show, not the one that was declared', async () => {
    await expect(inspect(webm, 'video/mp4')).resolves.toBe('video/webm');
    await expect(inspect(mp4, 'video/webm')).resolves.toBe('video/mp4');
    await expect(inspect(webm, 'audio/mpeg')).resolves.toBe('audio/webm');
  });
  it.each([
    ['a picture', createCanvas(9, 16).toBuffer('image/png')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
  ])('that is %s is refused', async (_, bytes) => {
    await expect(inspect(bytes, 'video/mp4')).resolves.toBeNull();
  });
  it('that cannot be read is an error, not a refusal', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('disk'));
      },
    });
    await expect(inspectRecording(broken, 'video/mp4')).rejects.toThrow('disk');
  });
});
