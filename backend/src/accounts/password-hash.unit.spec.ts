import { stat } from 'node:fs/promises';
import { PASSWORD_COST } from '../infra/config/key-settings';
import { hashPassword, verifyPassword } from './password';

const CHEAP = { N: 2 ** 4, r: 8, p: 1 };

describe('a hashed password', () => {
  it('is verified by the same password only', async () => {
    const hash = await hashPassword('correct horse', CHEAP);
    await expect(verifyPassword('correct horse', hash)).resolves.toBe(true);
    await expect(verifyPassword('correct horsf', hash)).resolves.toBe(false);
  });
  it('has a salt of its own', async () => {
    expect(await hashPassword('same', CHEAP)).not.toBe(await hashPassword('same', CHEAP));
  });
  it('contains its cost', async () => {
    expect(await hashPassword('x', CHEAP)).toMatch(/^scrypt\$16\$8\$1\$/);
    expect(await hashPassword('x', PASSWORD_COST)).toMatch(/^scrypt\$32768\$8\$3\$/);
  });
  it('treats the two Unicode forms of a character as equal', async () => {
    await expect(verifyPassword('cafe\u0301', await hashPassword('caf\u00e9', CHEAP))).resolves.toBe(true);
  });
  it('is refused when it is not one of our hashes', async () => {
    await expect(verifyPassword('x', 'plain')).rejects.toThrow('Not a password hash');
  });
});

describe('many passwords at once', () => {
  it('leave threads for other work', async () => {
    const done: string[] = [];
    const hashes = Array.from({ length: 6 }, () => hashPassword('x', PASSWORD_COST).then(() => done.push('hash')));
    await new Promise((resolve) => setImmediate(resolve));
    await stat(__filename).then(() => done.push('file'));
    await Promise.all(hashes);
    expect(done[0]).toBe('file');
    expect(done).toHaveLength(7);
  });

  it('are refused beyond a limit, and accepted again afterwards', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => hashPassword('x', CHEAP)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) });
    await expect(hashPassword('x', CHEAP)).resolves.toContain('scrypt');
  });
});
