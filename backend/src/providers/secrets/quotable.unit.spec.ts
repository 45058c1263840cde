import fc from 'fast-check';
import { quotable, withoutSecretFields } from './quotable';
import { Secrets } from './secrets';

describe('what others say of an error', () => {
  it.each([
    [
      'Could not fetch https://user:pw@x.example/a.png?X-Amz-Signature=abc: 403',
      'Could not fetch https://x.example/a.png?[removed]: 403',
    ],
    ['See (https://x.example/a?token=b).', 'See (https://x.example/a?[removed]).'],
    [
      'From https://x.example/a?b[]=1&sig=2 to s3://key:secret@bucket/a',
      'From https://x.example/a?[removed] to s3://bucket/a',
    ],
    ['Nothing at http://[::1]:80/a#token.', 'Nothing at http://[::1]:80/a.'],
    ['Nothing at https://[broken?sig=1', 'Nothing at https://[broken?[removed]'],
    [
      'Two: "https://a.example/?q=1", <https://b.example/?q=2>',
      'Two: "https://a.example/?[removed]", <https://b.example/?[removed]>',
    ],
    ['Is https://x.example/a there?', 'Is https://x.example/a there?'],
  ])('of the address in %j keeps %j', (words, kept) => expect(quotable(words)).toBe(kept));

  it.each([
    ['Refused: {"api_key": "abc", "status": 401}', 'Refused: {"api_key": "[removed]", "status": 401}'],
    ['Refused: {"detail":"{\\"apiToken\\":\\"abc\\"}"}', 'Refused: {"detail":"{\\"apiToken\\":\\"[removed]\\"}"}'],
    ["Refused: {'sig': 'cut off in the mid", "Refused: {'sig': '[removed]"],
    ['{"headers":{"authorization":["Bearer abc"]}}', '{"headers":{"authorization":"[removed]"}}'],
  ])('of the fields in %j keeps %j', (words, kept) => expect(quotable(words)).toBe(kept));

  it('keeps no secret of ours, one within another neither, also where it is encoded', () => {
    const secrets = new Secrets(['sk+the/key==', 'sk+the/key==-and-more', 'short']);
    expect(quotable('sk+the/key==-and-more, sk+the/key==, sk%2Bthe%2Fkey%3D%3D, short', secrets)).toBe(
      '[removed], [removed], [removed], short',
    );
  });

  it('is the same when it is quoted again, as a recording is when it is replayed', () => {
    const part = fc.constantFrom(
      'https://a:b@x.example/',
      '?q=1',
      '#f',
      '[',
      ')',
      '.',
      ' ',
      '"token":',
      '"v"',
      'words',
      '?',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const once = quotable(parts.join(''));
        expect(quotable(once)).toBe(once);
      }),
    );
  });
});

describe('a text that is JSON', () => {
  it('loses its secrets, also those of JSON in it', () => {
    const inner = JSON.stringify({ apiToken: 'abc', list: [{ sig: 'x' }] });
    expect(JSON.parse(withoutSecretFields(JSON.stringify([{ prompt: 'a pier', inner }])))).toEqual([
      { prompt: 'a pier', inner: '{"apiToken":"[removed]","list":[{"sig":"[removed]"}]}' },
    ]);
  });

  it.each([' { "prompt" :  "a pier", "seed": 12345678901234567890 }', '[Mara climbs the stairs.]', '{', '[1,'])(
    'stays word for word without any: %s',
    (text) => expect(withoutSecretFields(text)).toBe(text),
  );

  it.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['JSON', Array.from({ length: 12 }).reduce<string>((inner) => JSON.stringify({ inner }), 'x')],
  ])('may be nested %s, however deep', (_, text) => expect(withoutSecretFields(text).length).toBeLessThan(300_000));
});
