/** Returns the length of a text in characters: Unicode code points, so that an emoji counts once. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; length++) at += widthAt(text, at);
  return length;
}

/** Returns true when a text has more than `max` characters; fast for texts far from the limit. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > max * 2 || lengthOf(text) > max);

/** Returns the first `max` characters of a text, without cutting an emoji in half. */
export function cutText(text: string, max: number): string {
  // No text has more code points than code units.
  if (text.length <= max) return text;
  let end = 0;
  for (let taken = 0; taken < max && end < text.length; taken++) end += widthAt(text, end);
  return text.slice(0, end);
}

const widthAt = (text: string, at: number): 1 | 2 => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Returns the size of a text in UTF-8 bytes. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // The two halves of a surrogate pair take four bytes together.
    if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) at++;
  }
  return bytes;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** True for a text of white space only, as `trim` defines it. The one definition of 'empty' for users' texts. */
export const isBlank = (text: string): boolean => text.trim() === '';

/** Formats seconds as minutes and whole seconds: '1:05'. Never less than '0:00'. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A global of browsers and of Node.js, declared here because this package includes the types of neither. */
declare const URL: { canParse(address: string): boolean };

/** True for an address that browsers and servers can open: http or https, with a valid host. */
export const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

/** True for one of our own media addresses, or an external http(s) address. */
export const isMediaUrl = (value: string): boolean => value.startsWith('/api/media/') || isWebAddress(value);
