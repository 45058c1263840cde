import { pictureSource } from './picture-source';

it('offers the widths that the server has of our image, and the image itself to browsers without them', () => {
  expect(pictureSource('/api/media/abc', '120px')).toEqual({
    sizes: '120px',
    srcSet: '/api/media/abc?width=160 160w, /api/media/abc?width=320 320w, /api/media/abc?width=640 640w',
    src: '/api/media/abc',
  });
});

it('keeps the signature that lets others see it', () => {
  expect(pictureSource('/api/media/abc?shared=1.x', '120px').srcSet).toMatch(
    /^\/api\/media\/abc\?shared=1\.x&width=160 /,
  );
});

it('sets the source last, since it is fetched as soon as it is set', () => {
  expect(Object.keys(pictureSource('/api/media/abc', '120px')).at(-1)).toBe('src');
});

it.each(['https://example.com/a.png', '//example.com/api/media/a', 'data:image/png;base64,AA', '/examples/a.png', ''])(
  'leaves %s unchanged',
  (url) => expect(pictureSource(url, '120px')).toEqual({ src: url }),
);
