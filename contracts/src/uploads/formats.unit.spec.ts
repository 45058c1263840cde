import { acceptOf, FORMATS, usedFormats } from './formats';

describe('the file formats', () => {
  it.each([
    ['image', 'JPEG, PNG, WebP, GIF, AVIF or BMP'],
    ['video', 'MP4, MOV or WebM'],
    ['audio', 'MP3, WAV, M4A, OGG, FLAC, AAC or WebM'],
  ] as const)('of the kind %s are named, and all of them are offered by its file dialog', (kind, words) => {
    expect([usedFormats(kind), acceptOf(kind)]).toEqual([words, `${kind}/*`]);
    expect(Object.values(FORMATS[kind]).filter((type) => !type.startsWith(`${kind}/`))).toEqual([]);
  });

  it('of two kinds are offered by one dialog', () => {
    expect(acceptOf('image', 'video')).toBe('image/*,video/*');
  });
});
