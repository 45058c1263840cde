import { DomainError } from '../../domain/domain-error';

/** Far more than a project or a scene has. Each takes some fifty bytes once it is parsed, where `{},` takes three. */
const MOST_VALUES = 20_000;
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Counts the values of a large body of JSON before it is parsed, so that parsing takes no more memory than its texts do.
 * @throws DomainError bad_request when there are too many, unsupported_media_type when it is not in UTF-8
 */
export function checkValues(bytes: Buffer, encoding: string): void {
  // JSON between programs is UTF-8 (RFC 8259); in UTF-16 a quote is not known by its byte.
  if (encoding.toLowerCase() !== 'utf-8') {
    throw new DomainError('unsupported_media_type', 'JSON has to be sent in UTF-8.');
  }
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) values += 1;
    if (values > MOST_VALUES) throw new DomainError('bad_request', 'This has too many values.');
  }
}

/** The place of the quote that ends a text; past the end of the bytes for one that does not end. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from; ;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let escapes = 0;
    while (quote - escapes > from && bytes[quote - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote;
    at = quote + 1;
  }
}
