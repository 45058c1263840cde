import { randomBytes } from 'node:crypto';
import { ConfigError } from './integration-settings';
import { readConfig } from './app-config';

const read = (environment: Record<string, string>) => readConfig(environment, '/home', () => 's'.repeat(32)).social;
const client = { YOUTUBE_CLIENT_ID: 'id', YOUTUBE_CLIENT_SECRET: 'secret' };
const SOCIAL_TOKEN_KEYS = `k1:${randomBytes(32).toString('base64')}`;
const PUBLIC_URL = 'https://storyreel.test';

describe('the settings of social platforms', () => {
  it('are absent without a client, whatever else is set', () => {
    expect(read({ SOCIAL_TOKEN_KEYS, PUBLIC_URL })).toBeUndefined();
    expect(read({ ...client, YOUTUBE_CLIENT_ID: '', SOCIAL_TOKEN_KEYS, PUBLIC_URL })).toBeUndefined();
  });

  it('require keys and an address as soon as a client is set', () => {
    expect(() => read({ ...client, PUBLIC_URL })).toThrow('SOCIAL_TOKEN_KEYS is missing');
    expect(() => read({ ...client, SOCIAL_TOKEN_KEYS })).toThrow('PUBLIC_URL is missing');
    expect(() => read({ YOUTUBE_CLIENT_ID: 'id', SOCIAL_TOKEN_KEYS, PUBLIC_URL })).toThrow('YOUTUBE_CLIENT_SECRET');
    expect(() => read({ ...client, SOCIAL_TOKEN_KEYS: 'k1:short', PUBLIC_URL })).toThrow(ConfigError);
    expect(() => read({ ...client, SOCIAL_TOKEN_KEYS: 'k1:short', PUBLIC_URL })).not.toThrow(/short/);
  });

  it('are those of the platforms that have a client', () => {
    const social = read({ ...client, YOUTUBE_BASE_URL: 'http://127.0.0.1:9/', SOCIAL_TOKEN_KEYS, PUBLIC_URL });
    expect(social).toMatchObject({
      youtube: { clientId: 'id', clientSecret: 'secret', baseUrl: 'http://127.0.0.1:9' },
      publicUrl: PUBLIC_URL,
    });
    expect([social?.instagram, social?.tiktok]).toEqual([undefined, undefined]);
  });
});
