import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { readConfig, SETTINGS } from '../../infra/config/app-config';
import { isSecretName, quotable, Secrets, secretsOf, withoutSecretFields } from './secrets';

const ledgerKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const tokenKey = randomBytes(32).toString('base64');
const accountKey = randomBytes(32).toString('base64');
/** Settings that must have a particular format. */
const FORMED: Record<string, string> = {
  ACCOUNT_KEYS: `2026-10:${accountKey}`,
  SOCIAL_TOKEN_KEYS: `2026-11:${tokenKey}`,
  LEDGER_SIGNING_KEY: ledgerKey,
  OIDC_ISSUER: 'https://issuer.example',
  PUBLIC_URL: 'https://storyreel.example',
  S3_BUCKET: 'bucket',
};
/** Settings that are named like secrets, but public. */
const OPEN = new Set(['LEDGER_PUBLIC_KEYS', 'S3_ACCESS_KEY_ID']);
const named = (pattern: RegExp) => SETTINGS.filter((name) => pattern.test(name) && !OPEN.has(name));
const secretNames = named(/KEY|TOKEN|SECRET|PASSW|CREDENTIAL/);

describe('the secrets of a configuration', () => {
  const given = Object.fromEntries(
    [...secretNames, ...named(/_CLIENT_ID$/)].map((name) => [name, `value-of-${name}-0123456789-0123456789`]),
  );
  const config = readConfig({ ...given, ...FORMED }, '/data', () => '');
  const secrets = secretsOf(config);

  it.each(secretNames)('include %s', (name) => {
    const value = FORMED[name] ?? given[name] ?? '';
    expect(secrets).toContain(/_KEYS$/.test(name) ? value.slice(value.indexOf(':') + 1) : value);
  });

  it('include no other setting that texts may name', () => {
    const open = ['/data', 'bucket', '2026-10', '2026-11', 'https://storyreel.example', given.YOUTUBE_CLIENT_ID];
    expect(secrets.filter((secret) => open.includes(secret))).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    'Authorization',
    'set-cookie',
    'xi-api-key',
    'api_key',
    'apiKeys',
    'apiToken',
    'access_token',
    'X-Amz-Signature',
    'X-Amz-Credential',
    'sig',
    'client_secret',
    'secretAccessKey',
    'dbPassword',
    'passwd',
  ])('%s is that of a secret', (name) => expect(isSecretName(name)).toBe(true));

  it.each(['inputTokens', 'max_tokens', 'idempotencyKey', 'key', 'prompt', 'author', 'sign', 'signal'])(
    '%s is not that of a secret',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});

describe('an error message of others', () => {
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
  ])('with an address, %j, is quoted as %j', (words, kept) => expect(quotable(words)).toBe(kept));

  it.each([
    ['Refused: {"api_key": "abc", "status": 401}', 'Refused: {"api_key": "[removed]", "status": 401}'],
    ['Refused: {"detail":"{\\"apiToken\\":\\"abc\\"}"}', 'Refused: {"detail":"{\\"apiToken\\":\\"[removed]\\"}"}'],
    ["Refused: {'sig': 'cut off in the mid", "Refused: {'sig': '[removed]"],
    ['{"headers":{"authorization":["Bearer abc"]}}', '{"headers":{"authorization":"[removed]"}}'],
  ])('with fields, %j, is quoted as %j', (words, kept) => expect(quotable(words)).toBe(kept));

  it('contains no secret of ours, nor one within another, also where it is encoded', () => {
    const secrets = new Secrets(['sk+the/key==', 'sk+the/key==-and-more', 'short']);
    expect(quotable('sk+the/key==-and-more, sk+the/key==, sk%2Bthe%2Fkey%3D%3D, short', secrets)).toBe(
      '[removed], [removed], [removed], short',
    );
  });

  it('is unchanged when it is quoted again, as in a replay of a recording', () => {
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
    'is unchanged when it has no secrets: %s',
    (text) => expect(withoutSecretFields(text)).toBe(text),
  );

  it.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['JSON', Array.from({ length: 12 }).reduce<string>((inner) => JSON.stringify({ inner }), 'x')],
  ])('is processed when it is nested %s, however deep', (_, text) =>
    expect(withoutSecretFields(text).length).toBeLessThan(300_000),
  );
});
