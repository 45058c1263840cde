import { createCanvas } from '@napi-rs/canvas';
import { blackPng } from '../../../testing/crafted-pictures';
import { maskProblem } from './png-mask';

const size = { width: 20, height: 30 };

function mask({ width, height } = size, hole = true): Buffer {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#000';
  ctx.fillRect(0, 0, width, height);
  if (hole) ctx.clearRect(5, 25, 3, 3);
  return canvas.encodeSync('png');
}

describe('a mask', () => {
  it.each([
    ['is transparent where the image may change', mask(), null],
    ['that is opaque changes nothing', mask(size, false), /nothing to change/],
    ['of another size is invalid', mask({ width: 20, height: 31 }), /20 × 31 pixels, and the image 20 × 30/],
    ['without transparency is invalid', blackPng(20, 30), /PNG with transparency/],
    ['that is truncated is invalid', mask().subarray(0, -20), /PNG with transparency/],
    ['that is no image is invalid', Buffer.from('mask'), /PNG with transparency/],
  ])('%s', (_, bytes, problem) => {
    const found = maskProblem(bytes, size);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  it('with more pixels than its header states takes no more memory', () => {
    const large = mask({ width: 400, height: 400 });
    // A size of 20 × 30 in the header contradicts the header's checksum, so neither can be trusted.
    large.writeUInt32BE(20, 16);
    large.writeUInt32BE(30, 20);
    expect(maskProblem(large, size)).toMatch(/PNG with transparency/);
  });
});
