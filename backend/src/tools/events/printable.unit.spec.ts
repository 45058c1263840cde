import { printable, printableJson } from './describe-event';

const NASTY = {
  'an escape sequence': '\u001b[2J\u001b]0;title\u0007',
  'one byte that begins a sequence': '\u009b31m',
  'a line that is overwritten': 'rm -rf\r\b\b',
  'text that runs the other way': 'abc\u202ecba\u2066',
  'line ends of Unicode': 'a\u2028b\u2029c\u0085d',
  'what is not seen': 'a\u200b\ufeffb\u00ad\u{e0041}',
  'half a character': 'a\ud800b',
};
const RAW =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u00ad\ud800]|\u{e0041}/u;

describe('the printed text of an event', () => {
  it.each(Object.entries(NASTY))('never holds %s', (_, text) => {
    expect(printable(text)).not.toMatch(RAW);
    expect(printable(text)).not.toContain('\n');
    expect(printableJson({ [text]: text }, 2)).not.toMatch(RAW);
  });

  it.each(Object.entries(NASTY))('is the same value as JSON: %s', (_, text) => {
    expect(JSON.parse(printableJson({ text, [text]: 1 }))).toEqual({ text, [text]: 1 });
  });

  it('keeps ordinary text', () => {
    const text = 'Zoë 灯台 👩‍🚀 "quoted" \\ ½';
    expect(printable(text)).toBe(text);
    expect(printableJson(text)).toBe(JSON.stringify(text));
  });
});
