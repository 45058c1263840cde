import { isForeign } from './origin.guard';

const post = { method: 'POST', scheme: 'http', host: 'localhost:3000' };

describe('a state-changing call', () => {
  it.each([
    ['from our page', { ...post, origin: 'http://localhost:3000', secFetchSite: 'same-origin' }],
    ['typed by the visitor', { ...post, secFetchSite: 'none' }],
    ['from our page, by an old browser', { ...post, origin: 'http://localhost:3000' }],
    ['from no browser', post],
    ['from our public address, behind a proxy', { ...post, origin: 'https://storyreel.example' }],
    ['with a form of ours whose origin was withheld', { ...post, origin: 'null', secFetchSite: 'same-origin' }],
  ])('%s is accepted', (_, call) => {
    expect(isForeign(call, 'https://storyreel.example')).toBe(false);
  });

  it.each([
    ['from another site', { ...post, origin: 'https://evil.example', secFetchSite: 'cross-site' }],
    ['from another port of this host', { ...post, origin: 'http://localhost:5000', secFetchSite: 'same-site' }],
    ['from this host over another scheme, by an old browser', { ...post, origin: 'https://localhost:3000' }],
    ['from a sandboxed frame', { ...post, origin: 'null' }],
    ['from another site, by an old browser', { ...post, origin: 'https://evil.example' }],
    ['from another site that withholds its origin', { ...post, secFetchSite: 'cross-site' }],
    ['with an invalid origin', { ...post, origin: 'localhost:3000 ' }],
  ])('%s is refused as foreign', (_, call) => {
    expect(isForeign(call, 'https://storyreel.example')).toBe(true);
  });
});

describe('a read', () => {
  it('may come from anywhere', () => {
    expect(isForeign({ method: 'GET', origin: 'https://evil.example', secFetchSite: 'cross-site' })).toBe(false);
  });
});
