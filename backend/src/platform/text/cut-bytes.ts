const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The beginning of a text that takes at most so many bytes of UTF-8, without half a character. */
export function startOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let end = Math.max(0, bytes);
  while (end > 0 && isContinuation(encoded[end])) end -= 1;
  return encoded.toString('utf8', 0, end);
}

/** The end of a text that takes at most so many bytes of UTF-8, without half a character. */
export function endOf(text: string, bytes: number): string {
  const encoded = Buffer.from(text);
  if (encoded.length <= bytes) return text;
  let start = encoded.length - Math.max(0, bytes);
  while (isContinuation(encoded[start])) start += 1;
  return encoded.toString('utf8', start);
}
