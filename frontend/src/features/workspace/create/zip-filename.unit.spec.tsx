import { sanitizeTitle } from '../../pictures/media/files';
import { zipFilename } from './download-zip';

describe('the name of a ZIP', () => {
  it.each([
    ['attachment; filename="My story_assets.zip"', 'My story_assets.zip'],
    ['attachment; filename=plain.zip', 'plain.zip'],
    [`attachment; filename="fallback.zip"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.zip`, 'Grüße.zip'],
    ['attachment; filename="a \\"b\\".zip"', 'a "b".zip'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
  ])('comes from the header %s [CREATE-03]', (header, name) => expect(zipFilename(header, 'Title')).toBe(name));

  it.each([null, '', 'attachment', `attachment; filename*=UTF-8''%E0%A4%A`])(
    'is the sanitized title plus _assets.zip without a name in the header (%s) [CREATE-04]',
    (header) => expect(zipFilename(header, 'My: "great" story/2')).toBe('My_great_story_2_assets.zip'),
  );
});

describe('a sanitized title', () => {
  it.each([
    ['Der Fluß – Teil 1', 'Der_Fluß_Teil_1'],
    ['物語', '物語'],
    ['../..', 'project'],
    ['', 'project'],
    ['a'.repeat(300), 'a'.repeat(100)],
  ])('of %s is %s [CREATE-04]', (title, safe) => expect(sanitizeTitle(title)).toBe(safe));
});
