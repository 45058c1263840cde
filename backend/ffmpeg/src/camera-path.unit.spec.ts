import { zoompan } from './camera-path';

describe('the path of a camera', () => {
  it('spans all frames of the clip, at its size', () => {
    expect(zoompan('push-in', 120, 720, 1280, 24)).toMatch(/on\/120.*d=120:s=720x1280:fps=24$/u);
  });
});
