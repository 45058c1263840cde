import { ConfigError, readConfig } from './app-config';

const read = (environment: Record<string, string> = {}) => readConfig(environment, '/data', () => 'kept');

describe('the settings', () => {
  it('have defaults that need nothing', () => {
    expect(read()).toMatchObject({ port: 3000, home: '/data', sessionSecret: 'kept', production: false });
  });

  it('treat an empty setting as absent', () => {
    expect(read({ DATABASE_URL: '', OPENAI_API_KEY: '', STORYREEL_HOME: '' })).toMatchObject({ home: '/data' });
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
});
