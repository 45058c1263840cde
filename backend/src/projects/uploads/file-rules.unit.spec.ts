import { FILE_LIMITS } from '@storyreel/contracts';
import { bareType, isExpectedType, kindOf, maxBytesOf } from './file-rules';

describe('the type of a file', () => {
  it('is compared without parameters and case', () => {
    expect(bareType('Image/PNG; charset=x')).toBe('image/png');
    expect(bareType(undefined)).toBe('');
  });
  it.each(['image/svg+xml', 'text/html', 'application/octet-stream', ''])('%s is never accepted', (type) => {
    expect(kindOf(type)).toBeNull();
  });
  it('has to be the signed one', () => {
    expect(isExpectedType('image/png', { type: 'image/png', purpose: null })).toBe(true);
    expect(isExpectedType('image/jpeg', { type: 'image/png', purpose: null })).toBe(false);
  });
  it('has to fit the purpose', () => {
    expect(isExpectedType('audio/mpeg', { type: null, purpose: 'audio' })).toBe(true);
    expect(isExpectedType('video/mp4', { type: null, purpose: 'audio' })).toBe(false);
  });
  it.each([
    ['image/gif', true],
    ['video/quicktime', true],
    ['audio/mpeg', false],
    ['image/svg+xml', false],
  ])('%s as media of a post: %s [COMPOSER-11]', (type, taken) => {
    expect(isExpectedType(type, { type: null, purpose: 'post-media' })).toBe(taken);
  });
});

describe('the limit of a file', () => {
  it('is inclusive for audio and style images', () => {
    expect(maxBytesOf('audio', 'audio')).toBe(FILE_LIMITS.audio);
    expect(maxBytesOf('image', 'style-image')).toBe(FILE_LIMITS.styleImage);
  });
  it('is exclusive for a completed video', () => {
    expect(maxBytesOf('video', 'completed-video')).toBe(FILE_LIMITS.completedVideo - 1);
  });
  it('is the same for images and clips of a post [COMPOSER-11]', () => {
    expect(maxBytesOf('image', 'post-media')).toBe(50 * 1_048_576);
    expect(maxBytesOf('video', 'post-media')).toBe(50 * 1_048_576);
  });
  it('follows the kind when no purpose is named', () => {
    expect(maxBytesOf('audio', null)).toBe(FILE_LIMITS.audio);
  });
});
