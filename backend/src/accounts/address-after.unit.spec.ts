import { addressAfter } from './sign-in-addresses';

describe('the address after signing in', () => {
  it.each(['/', '/credits?view=usage', '/?project=1&tab=board', '/runs#x'])('is the requested page: %s', (asked) => {
    expect(addressAfter(asked)).toBe(asked);
  });

  it.each([
    undefined,
    ['/a'],
    '',
    'credits',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    '/api/logout',
    '/%zz/../api/media/1',
    `/${'a'.repeat(2_000)}`,
  ])('is the start page for %j', (asked) => {
    expect(addressAfter(asked)).toBe('/');
  });
});
