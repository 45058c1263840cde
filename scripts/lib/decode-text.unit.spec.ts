import { decodeText } from './decode-text.mjs';

const TEXT = '„Gänse“ am Kai – 5 €, sagt Zoë.\n';
const WINDOWS = Buffer.from(
  TEXT.replaceAll('„', '\x84').replaceAll('“', '\x93').replaceAll('–', '\x96').replaceAll('€', '\x80'),
  'latin1',
);
const LE = Buffer.from(TEXT, 'utf16le');
const BE = Buffer.from(LE).swap16();
const after = (mark: number[], bytes: Buffer) => Buffer.concat([Buffer.from(mark), bytes]);
/** 'Корабль стоит у берега. ' in Windows-1251. */
const CYRILLIC = Buffer.from('cae0eee1ebfc20f1f2eee8f220f320e1e5f0e5e3e02e20', 'hex');

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8', after([0xef, 0xbb, 0xbf], Buffer.from(TEXT))],
    ['UTF-16', after([0xff, 0xfe], LE)],
    ['UTF-16', after([0xfe, 0xff], BE)],
    ['UTF-16', LE],
    ['UTF-16', BE],
    ['Windows-1252', WINDOWS],
  ])('is read from %s (%#), without its mark', (encoding, bytes) => {
    expect(decodeText(bytes, 'story.txt')).toEqual({ text: TEXT, encoding });
  });

  it.each([
    ['another code page', CYRILLIC],
    ['an image', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['bytes that Windows-1252 has no characters for', Buffer.from('Zo\x81 \x8d', 'latin1')],
    ['half of a UTF-16 character', after([0xff, 0xfe], LE.subarray(0, 5))],
    ['invalid UTF-8 after its mark', after([0xef, 0xbb, 0xbf], WINDOWS)],
  ])('is refused when it is %s, with the fix', (_, bytes) => {
    expect(() => decodeText(bytes, 'story.txt')).toThrow(/^story\.txt is .*Save it as UTF-8 and try again\.$/);
  });
});
