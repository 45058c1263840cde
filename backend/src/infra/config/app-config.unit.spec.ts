import { ConfigError, readConfig, SETTINGS } from './app-config';

const read = (environment: Record<string, string> = {}) => readConfig(environment, '/data', () => 'kept');

describe('the settings', () => {
  it('have defaults that need no configuration', () => {
    expect(read()).toMatchObject({ port: 3000, home: '/data', sessionSecret: 'kept', production: false });
  });

  it('treat an empty setting as absent', () => {
    expect(read(Object.fromEntries(SETTINGS.map((name) => [name, ''])))).toEqual(read());
  });

  it.each([
    ['https://films.example/studio', 'without a path'],
    ['https://films.example/?a=1', 'without a path'],
    ['https://ada@films.example/', 'without a path'],
    ['ftp://films.example', 'http'],
  ])('reject the public address %s', (address, why) => {
    expect(() => read({ PUBLIC_URL: address })).toThrow(new RegExp(`PUBLIC_URL.*${why}`));
  });

  it.each(['https://films.example', 'http://localhost:3000/'])('accept the public address %s', (address) => {
    expect(read({ PUBLIC_URL: address }).publicUrl).toBe(address);
  });

  it('define how many images and clips are made concurrently', () => {
    expect(read()).toMatchObject({ imageConcurrency: 3, videoConcurrency: 2 });
    expect(read({ IMAGE_CONCURRENCY: '8', VIDEO_CONCURRENCY: '1' })).toMatchObject({
      imageConcurrency: 8,
      videoConcurrency: 1,
    });
    expect(() => read({ IMAGE_CONCURRENCY: '0' })).toThrow(/IMAGE_CONCURRENCY/);
  });

  it('define after how many deaths of its node a job is given up', () => {
    expect([read().nodeDeaths, read({ NODE_DEATHS: '5' }).nodeDeaths]).toEqual([3, 5]);
    expect(() => read({ NODE_DEATHS: '0' })).toThrow(/NODE_DEATHS/);
  });

  it('do not let the environment change the cost of password hashing', () => {
    const { N, r, p } = read({ PASSWORD_COST: '2', PASSWORDCOST: '2' }).passwordCost;
    expect(N).toBeGreaterThanOrEqual(2 ** 15);
    expect(r * p).toBeGreaterThanOrEqual(24);
  });

  it('report every invalid setting by name', () => {
    expect(() => read({ PORT: 'eighty', DATABASE_URL: 'mysql://x', SESSION_SECRET: 'short' })).toThrow(ConfigError);
    expect(() => read({ PORT: 'eighty', DATABASE_URL: 'mysql://x' })).toThrow(/PORT[\s\S]*DATABASE_URL/);
  });

  it('list the accounts that have a role', () => {
    expect(read().roleEmails).toEqual({ finance: [], developer: [] });
    expect(read({ FINANCE_EMAILS: 'A@example.com, b@example.com' }).roleEmails.finance).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
    expect(() => read({ DEVELOPER_EMAILS: 'a@example.com,b' })).toThrow(/DEVELOPER_EMAILS/);
  });

  it('accept a self-hosted text server without a key', () => {
    expect(read({ OPENAI_BASE_URL: 'http://localhost:11434/v1', OPENAI_MODEL: 'llama3.2' }).openai).toEqual({
      apiKey: 'this-server-needs-no-key',
      baseUrl: 'http://localhost:11434/v1',
      model: 'llama3.2',
    });
    expect(read().openai).toBeUndefined();
  });

  it('select the provider of each kind, and require its credentials', () => {
    expect(read({ OPENAI_API_KEY: 'k', TEXT_PROVIDER: 'sandbox' }).chosenProviders).toEqual({ text: 'sandbox' });
    const both = { OPENAI_API_KEY: 'k', REPLICATE_API_TOKEN: 't', IMAGE_PROVIDER: 'replicate, openai' };
    expect(read(both).chosenProviders).toEqual({ image: 'replicate', alsoImages: ['openai'] });
    expect(() => read({ REPLICATE_API_TOKEN: 't', IMAGE_PROVIDER: both.IMAGE_PROVIDER })).toThrow(/OPENAI_API_KEY/);
    expect(() => read({ ...both, IMAGE_PROVIDER: 'replicate,else' })).toThrow(/must be one or some of/);
    expect(() => read({ TEXT_PROVIDER: 'openai' })).toThrow(/OPENAI_API_KEY or OPENAI_BASE_URL/);
    expect(() => read({ IMAGE_PROVIDER: 'replicate' })).toThrow(/REPLICATE_API_TOKEN/);
    expect(() => read({ VIDEO_PROVIDER: 'else' })).toThrow(/VIDEO_PROVIDER/);
  });

  it('accept the address of a graphics card server once something is made by it', () => {
    const card = { COMFYUI_URL: 'http://192.168.1.20:8188' };
    const config = read({ ...card, VIDEO_PROVIDER: 'comfyui, sandbox' });
    expect([config.plain, config.chosenProviders]).toEqual([card, { video: 'comfyui', alsoVideos: ['sandbox'] }]);
    expect(() => read(card)).toThrow(/COMFYUI_URL is set, and nothing uses it: name comfyui in IMAGE_PROVIDER/);
    expect(() => read({ IMAGE_PROVIDER: 'comfyui' })).toThrow('IMAGE_PROVIDER is comfyui: COMFYUI_URL is missing.');
    for (const url of ['http://ada:secret@192.168.1.20', 'file:///etc/passwd'])
      expect(() => read({ COMFYUI_URL: url, IMAGE_PROVIDER: 'comfyui' })).toThrow(/COMFYUI_URL: must/);
  });

  it('use an OpenAI server for images only when it is chosen by name', () => {
    const size = { OPENAI_IMAGE_SIZE: '512x896', OPENAI_IMAGE_QUALITY: 'low' };
    expect(
      read({
        OPENAI_BASE_URL: 'http://localhost:8080/v1',
        IMAGE_PROVIDER: 'openai',
        OPENAI_IMAGE_MODEL: 'flux',
        ...size,
      }),
    ).toMatchObject({
      openai: { imageModel: 'flux', imageSize: '512x896', imageQuality: 'low' },
      chosenProviders: { image: 'openai' },
    });
    expect(read({ OPENAI_API_KEY: 'k', IMAGE_PROVIDER: 'sandbox', OPENAI_IMAGE_MODEL: 'x' }).openai).toBeDefined();
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'without what opens it',
      { IMAGE_PROVIDER: 'openai' },
      /IMAGE_PROVIDER is openai: OPENAI_API_KEY or OPENAI_BASE_URL is missing/,
    ],
    [
      'for clips',
      { OPENAI_API_KEY: 'k', VIDEO_PROVIDER: 'openai' },
      /VIDEO_PROVIDER.*must be one or some of replicate, comfyui, sandbox/,
    ],
    [
      'on a server of its own, without a model',
      { OPENAI_BASE_URL: 'http://localhost:8080/v1', IMAGE_PROVIDER: 'openai' },
      /set OPENAI_IMAGE_MODEL to a model that this server has/,
    ],
    [
      'with a model that makes one at a time',
      { OPENAI_API_KEY: 'k', IMAGE_PROVIDER: 'openai', OPENAI_IMAGE_MODEL: 'dall-e-3' },
      /one image at a time/,
    ],
    [
      'of a size that is none',
      { OPENAI_API_KEY: 'k', IMAGE_PROVIDER: 'openai', OPENAI_IMAGE_SIZE: '9:16' },
      /OPENAI_IMAGE_SIZE: must be a width and a height/,
    ],
    [
      'of a size that OpenAI does not make',
      { OPENAI_API_KEY: 'k', IMAGE_PROVIDER: 'openai', OPENAI_IMAGE_SIZE: '768x1365' },
      /multiples of 16/,
    ],
    [
      'at an address with a password',
      { OPENAI_BASE_URL: 'http://ada:secret@localhost/v1' },
      /OPENAI_BASE_URL: must hold no user name and no password/,
    ],
    [
      'that nobody chose',
      { OPENAI_API_KEY: 'k', OPENAI_IMAGE_MODEL: 'gpt-image-2' },
      /OPENAI_IMAGE_MODEL is set, and nothing uses it/,
    ],
  ])('refuse images by OpenAI %s', (_, environment, words) => {
    expect(() => read(environment)).toThrow(words);
  });

  it('require a client id for an OIDC issuer', () => {
    expect(() => read({ OIDC_ISSUER: 'https://id.example.com' })).toThrow(/OIDC_CLIENT_ID/);
  });

  it('require an unguessable token for the metrics', () => {
    expect(() => read({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN/);
    expect(read({ METRICS_TOKEN: 'a-token-that-only-tests-use' })).toMatchObject({
      metricsToken: 'a-token-that-only-tests-use',
    });
  });

  it('sell no zaps without a payment provider in production, unless that is enabled', () => {
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

  it.each(['true', 'all', '10.0.0.0/99', '10.0.0.0/8/8', '-1', '10.0.0.1,,'])('read %j as no proxies', (text) => {
    expect(() => read({ TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES/);
  });
});
