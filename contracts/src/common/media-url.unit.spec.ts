import { isMediaUrl } from './media-url';

describe('an address of media', () => {
  it.each(['/api/media/abc', 'https://films.example/v.mp4', 'HTTP://films.example:8080/a%20b.png'])('is %s', (url) => {
    expect(isMediaUrl(url)).toBe(true);
  });

  it.each(['', 'v.mp4', '/v.mp4', 'ftp://films.example/v.mp4', 'https://', 'https:///v.mp4'])('is not %j', (url) => {
    expect(isMediaUrl(url)).toBe(false);
  });

  it.each(['https://a b/v.mp4', 'https://[/v.mp4', 'https://films.example:99999/v.mp4', 'http://%/v.mp4'])(
    'is not %j, to which no browser goes',
    (url) => {
      expect(isMediaUrl(url)).toBe(false);
    },
  );
});
