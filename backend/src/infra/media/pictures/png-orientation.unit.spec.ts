import { createCanvas } from '@napi-rs/canvas';
import { turnedPng } from '../../../testing/crafted-pictures';
import { pngOrientation, turnOf } from './picture-header';

const picture = createCanvas(80, 40);
const context = picture.getContext('2d');
context.fillStyle = 'red';
context.fillRect(0, 0, 20, 10);
const png = picture.toBuffer('image/png');

describe('a PNG with an orientation', () => {
  it.each([
    [1, [80, 40], 'top left'],
    [2, [80, 40], 'top right'],
    [3, [80, 40], 'bottom right'],
    [4, [80, 40], 'bottom left'],
    [5, [40, 80], 'top left'],
    [6, [40, 80], 'top right'],
    [7, [40, 80], 'bottom right'],
    [8, [40, 80], 'bottom left'],
  ] as const)('of %d is turned upright, its corner %j at the %s', (orientation, [width, height], corner) => {
    expect(pngOrientation(turnedPng(png, orientation))).toBe(orientation);
    const canvas = createCanvas(width, height);
    const upright = canvas.getContext('2d');
    const { isSideways, matrix } = turnOf(orientation, width, height);
    upright.setTransform(...matrix);
    upright.drawImage(picture, 0, 0);
    const isRed = (x: number, y: number): boolean => upright.getImageData(x, y, 1, 1).data[3] === 255;
    const [left, right, top, bottom] = [5, width - 5, 5, height - 5];
    const red = Object.entries({
      'top left': isRed(left, top),
      'top right': isRed(right, top),
      'bottom left': isRed(left, bottom),
      'bottom right': isRed(right, bottom),
    }).flatMap(([name, is]) => (is ? [name] : []));
    expect([isSideways, red]).toEqual([orientation > 4, [corner]]);
  });

  const cut = turnedPng(png, 6);
  cut.writeUInt32BE(0xffffff, 33 + 8 + 4);
  it.each([
    ['has no orientation', png],
    ['says 9', turnedPng(png, 9)],
    ['points behind its end', cut],
    ['is cut off', turnedPng(png, 6).subarray(0, 50)],
  ])('stays as it is when it %s', (_, bytes) => {
    expect(pngOrientation(bytes)).toBe(1);
  });
});
