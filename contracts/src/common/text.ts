/** Length of a text in characters: Unicode code points, so that an emoji counts once. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; length++) at += widthAt(text, at);
  return length;
}

/** Whether a text has more than `max` characters; quick for texts that are far from it. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > max * 2 || lengthOf(text) > max);

/** The first `max` characters of a text, so that no emoji is cut in half. */
export function cutText(text: string, max: number): string {
  // No text has more code points than code units.
  if (text.length <= max) return text;
  let end = 0;
  for (let taken = 0; taken < max && end < text.length; taken++) end += widthAt(text, end);
  return text.slice(0, end);
}

const widthAt = (text: string, at: number): 1 | 2 => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** Bytes that a text takes in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // The two halves of a pair take four bytes together.
    if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) at++;
  }
  return bytes;
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** Nothing but white space, as `trim` takes it. The one meaning of 'empty' for what people write. */
export const isBlank = (text: string): boolean => text.trim() === '';

/** Seconds as minutes and whole seconds: '1:05'. Never less than '0:00'. */
export function minutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Of browsers and of Node.js alike, whose types this package knows nothing of. */
declare const URL: { canParse(address: string): boolean };

/** An address that browsers and servers can go to: http or https, with a host that there can be. */
export const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

/** One of our own media addresses, or an http(s) address from outside. */
export const isMediaUrl = (value: string): boolean => value.startsWith('/api/media/') || isWebAddress(value);
