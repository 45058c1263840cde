import { ConfigError, readConfig, SETTINGS } from './app-config';

const read = (environment: Record<string, string> = {}) => readConfig(environment, '/data', () => 'kept');

describe('the settings', () => {
  it('have defaults that need nothing', () => {
    expect(read()).toMatchObject({ port: 3000, home: '/data', sessionSecret: 'kept', production: false });
  });

  it('treat an empty setting as absent', () => {
    expect(read(Object.fromEntries(SETTINGS.map((name) => [name, ''])))).toEqual(read());
  });

  it('say how many images and clips are made at once', () => {
    expect(read()).toMatchObject({ imageConcurrency: 3, videoConcurrency: 2 });
    expect(read({ IMAGE_CONCURRENCY: '8', VIDEO_CONCURRENCY: '1' })).toMatchObject({
      imageConcurrency: 8,
      videoConcurrency: 1,
    });
    expect(() => read({ IMAGE_CONCURRENCY: '0' })).toThrow(/IMAGE_CONCURRENCY/);
  });

  it('name every setting that is wrong', () => {
    expect(() => read({ PORT: 'eighty', DATABASE_URL: 'mysql://x', SESSION_SECRET: 'short' })).toThrow(ConfigError);
    expect(() => read({ PORT: 'eighty', DATABASE_URL: 'mysql://x' })).toThrow(/PORT[\s\S]*DATABASE_URL/);
  });

  it('want a client id for an OIDC issuer', () => {
    expect(() => read({ OIDC_ISSUER: 'https://id.example.com' })).toThrow(/OIDC_CLIENT_ID/);
  });

  it('want a token for the metrics that cannot be guessed', () => {
    expect(() => read({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN/);
    expect(read({ METRICS_TOKEN: 'a-token-that-only-tests-use' })).toMatchObject({
      metricsToken: 'a-token-that-only-tests-use',
    });
  });

  it('sell no zaps without a payment provider in production, unless told to', () => {
    expect(read({ NODE_ENV: 'production' }).sandboxPurchases).toBe(false);
    expect(read({ NODE_ENV: 'production', SANDBOX_PURCHASES: 'true' }).sandboxPurchases).toBe(true);
  });

  it.each([
    ['1', 1],
    ['loopback, 10.0.0.0/8,2001:db8::/32', ['loopback', '10.0.0.0/8', '2001:db8::/32']],
    ['', undefined],
  ])('read %j as proxies', (text, proxies) => {
    expect(read({ TRUSTED_PROXIES: text }).trustedProxies).toEqual(proxies);
  });

  it.each(['true', 'all', '10.0.0.0/99', '10.0.0.0/8/8', '-1', '10.0.0.1,,'])('take %j for no proxies', (text) => {
    expect(() => read({ TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES/);
  });
});
