/**
 * What a terminal would act on instead of showing it: control characters, with those that begin an escape sequence, and
 * what turns the direction of text around. An event's text comes from anybody.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\u2028\u2029\p{Surrogate}]/gu;
/** Joins emoji and is harmless. */
const JOINER = '\u200d';

const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

export const printable = (text: string): string =>
  text.replace(UNSAFE, (found) => (found === JOINER ? found : escaped(found)));

/** JSON that means the same and is safe to show; with an indent on several lines. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(UNSAFE, (found) =>
    found === '\n' || found === JOINER ? found : escaped(found),
  );
