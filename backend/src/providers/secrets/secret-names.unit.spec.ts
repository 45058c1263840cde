import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readConfig, SETTINGS } from '../../platform/config/app-config';
import { isSecretName, secretsOf } from './secret-names';

const ledgerKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
const tokenKey = randomBytes(32).toString('base64');
/** Settings that have to be of a form. */
const FORMED: Record<string, string> = {
  SOCIAL_TOKEN_KEYS: `2026-11:${tokenKey}`,
  LEDGER_SIGNING_KEY: ledgerKey,
  OIDC_ISSUER: 'https://issuer.example',
  PUBLIC_URL: 'https://storyreel.example',
  S3_BUCKET: 'bucket',
};
/** Called like secrets, and none. */
const OPEN = new Set(['LEDGER_PUBLIC_KEYS', 'S3_ACCESS_KEY_ID']);
const named = (pattern: RegExp) => SETTINGS.filter((name) => pattern.test(name) && !OPEN.has(name));
const secretNames = named(/KEY|TOKEN|SECRET|PASSW|CREDENTIAL/);

describe('the secrets of a configuration', () => {
  const given = Object.fromEntries(
    [...secretNames, ...named(/_CLIENT_ID$/)].map((name) => [name, `value-of-${name}-0123456789-0123456789`]),
  );
  const config = readConfig({ ...given, ...FORMED }, '/data', () => '');
  const secrets = secretsOf(config);

  it.each(secretNames)('hold %s', (name) => {
    const value = FORMED[name] ?? given[name] ?? '';
    expect(secrets).toContain(name === 'SOCIAL_TOKEN_KEYS' ? tokenKey : value);
  });

  it('hold nothing else that texts may name', () => {
    const open = ['/data', 'bucket', '2026-11', 'https://storyreel.example', given.YOUTUBE_CLIENT_ID];
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
    '%s is not',
    (name) => expect(isSecretName(name)).toBe(false),
  );
});
