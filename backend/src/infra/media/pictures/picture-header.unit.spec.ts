import { createCanvas } from '@napi-rs/canvas';
import { readPictureHeader } from './picture-header';

const canvas = createCanvas(37, 21);
canvas.getContext('2d').fillRect(3, 3, 9, 9);

describe.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('the header of a %s picture', (format) => {
  it('has type and size, also without the pixels', async () => {
    const bytes = await canvas.encode(format as 'png');
    expect(readPictureHeader(bytes)).toEqual({ type: `image/${format}`, width: 37, height: 21 });
    expect(readPictureHeader(bytes.subarray(0, bytes.length - 10))).toMatchObject({ width: 37, height: 21 });
  });
  it('is unreadable when it is truncated', async () => {
    expect(readPictureHeader(Uint8Array.from((await canvas.encode(format as 'png')).subarray(0, 8)))).toBeNull();
  });
});

describe('a file that is no picture', () => {
  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['nothing', Buffer.alloc(0)],
  ])('%s has no header', (_, bytes) => {
    expect(readPictureHeader(bytes)).toBeNull();
  });
});
