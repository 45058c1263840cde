import { isToken, readToken, tokenOfUploadUrl, type UploadGrant, uploadUrlOf, writeToken } from './upload-token';

const SECRET = 'a-secret-of-at-least-32-characters';
const grant: UploadGrant = {
  method: 'PUT',
  key: 'k'.repeat(32),
  ownerId: 'owner',
  type: 'image/png',
  size: 12,
  purpose: 'image',
  expiresAt: 1_000,
};
const token = writeToken(grant, SECRET);

describe('an upload token', () => {
  it('contains the signed values', () => {
    expect(readToken(token, SECRET)).toEqual(grant);
  });
  it('is rejected when anything in it was changed', () => {
    const [payload = '', signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...grant, ownerId: 'other' })).toString('base64url');
    expect(readToken(`${forged}.${signature}`, SECRET)).toBeNull();
    expect(readToken(`${payload}.${'A'.repeat(43)}`, SECRET)).toBeNull();
    expect(readToken(token, `${SECRET}!`)).toBeNull();
    // The last letter has two bits that decoding drops, so all these spellings decode to the same signature.
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((last) => token.replace(/.$/, last))
      .filter((spelling) => spelling !== token);
    expect(others.map((spelling) => readToken(spelling, SECRET))).toEqual(others.map(() => null));
  });
  it.each(['', 'x', 'a.b', '../../etc/passwd', `${token}x`])('is malformed: %s', (text) => {
    expect(isToken(text)).toBe(false);
  });
});

describe('an upload address', () => {
  it('returns its token, relative or absolute', () => {
    expect(tokenOfUploadUrl(uploadUrlOf(token))).toBe(token);
    expect(tokenOfUploadUrl(`https://storyreel.example${uploadUrlOf(token)}`)).toBe(token);
  });
  it.each(['', '/api/media/x', '/api/uploads/', '/api/uploads/a/b', 'http://'])('is invalid: %s', (url) => {
    expect(tokenOfUploadUrl(url)).toBeNull();
  });
});
