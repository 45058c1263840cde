/** Thrown for a file that cannot be used. The message is a sentence for people. */
export class UnusableStory extends Error {}

/** Byte order marks with their encodings. */
const MARKS = [
  [[0xef, 0xbb, 0xbf], 'utf-8', 'UTF-8'],
  [[0xff, 0xfe], 'utf-16le', 'UTF-16'],
  [[0xfe, 0xff], 'utf-16be', 'UTF-16'],
] as const;
const SAVE_IT = 'Save it as UTF-8 and try again.';
/**
 * Windows-1252's characters from 0x80 to 0x9f; all others equal Latin-1. Needed because some of the supported Node.js
 * versions cannot decode Windows-1252.
 */
const AT_0X80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** Bytes that have no character in Windows-1252. */
const NO_CHARACTERS = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/**
 * Maximum share of accented letters: French and German have less than a tenth, while in Cyrillic or Greek text that is
 * read as Windows-1252, nearly all letters are accented.
 */
const MOST_ACCENTED = 1 / 2;

/**
 * Decodes a text by its byte order mark; without one, by the first of UTF-8, UTF-16 and Windows-1252 that fits.
 * @throws UnusableStory with advice, when none of them fits
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = MARKS.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (mark) {
    const text = decoded(bytes, mark[1]);
    if (text === null || text.includes('\0'))
      throw new UnusableStory(`It is damaged: it is not the ${mark[2]} it says it is. ${SAVE_IT}`);
    return text;
  }
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== null && !isBinary(utf8)) return utf8;
  const utf16 = withoutMark(bytes);
  if (utf16 !== null) return utf16;
  if (utf8 === null && isWestern(bytes)) {
    const text = fromWindows1252(bytes);
    if (!isBinary(text)) return text;
  }
  throw new UnusableStory(`It is not a text in UTF-8, UTF-16 or Windows-1252. ${SAVE_IT}`);
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const fromWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => AT_0X80[character.charCodeAt(0) - 0x80] ?? '');

/** Tells whether there are control characters that do not occur in texts. */
const isBinary = (text: string): boolean => /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);

/**
 * Decodes UTF-16 without a byte order mark, which is recognised by Latin letters, spaces and line ends: every other
 * byte of these is zero.
 */
function withoutMark(bytes: Uint8Array): string | null {
  const zeros = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd === 0) return null;
  const text = decoded(bytes, odd > even ? 'utf-16le' : 'utf-16be');
  return text !== null && !isBinary(text) ? text : null;
}

function isWestern(bytes: Uint8Array): boolean {
  let [plain, accented] = [0, 0];
  for (const byte of bytes) {
    if (NO_CHARACTERS.has(byte)) return false;
    // Codes below 0xc0 are quotes, dashes and similar characters.
    if (byte >= 0xc0) accented += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) plain += 1;
  }
  return accented <= (plain + accented) * MOST_ACCENTED;
}
