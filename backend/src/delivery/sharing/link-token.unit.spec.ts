import { linkOfToken, tokenOfLink } from './shared-links';

const LINK = '0f2a6a3e-6d1f-4c61-9f60-5b3fbb4be001';
const SECRET = 'a secret of thirty-two characters';

describe('the token of a shared link', () => {
  it('is resolved to its link with the secret', () => {
    const token = tokenOfLink(LINK, SECRET);
    expect(token).toMatch(/^[\w-]{22}\.[\w-]{22}$/);
    expect(linkOfToken(token, SECRET)).toBe(LINK);
    expect(linkOfToken(token, 'another secret')).toBeNull();
  });

  it('is refused when its link, its signature or anything else in it was changed', () => {
    const [id, mac] = tokenOfLink(LINK, SECRET).split('.') as [string, string];
    const [otherId, otherMac] = tokenOfLink(LINK.replace('001', '002'), SECRET).split('.') as [string, string];
    const bad = [
      `${otherId}.${mac}`,
      `${id}.${otherMac}`,
      `${id}.`,
      id,
      `${id}.${mac}x`,
      '',
      '.',
      `${id}.${mac.slice(0, 10)}`,
    ];
    expect(bad.map((token) => linkOfToken(token, SECRET))).toEqual(bad.map(() => null));
  });

  it('is accepted in one spelling only, although decoding drops bits of the last letters', () => {
    const token = tokenOfLink(LINK, SECRET);
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const spellings = letters.flatMap((last) => [token.replace(/.$/, last), token.replace(/.(?=\.)/, last)]);
    expect(new Set(spellings.filter((spelling) => linkOfToken(spelling, SECRET) !== null))).toEqual(new Set([token]));
  });
});
