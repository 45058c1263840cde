import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOrCreateFile, loadOrCreateSecret } from './secrets';

describe('a secret in the data folder', () => {
  let home: string;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'storyreel-kept-'))));
  afterEach(() => rmSync(home, { recursive: true }));

  it('is created once, of 256 random bits, readable by its owner only', () => {
    const secret = loadOrCreateSecret(join(home, 'new'), 'secret');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(loadOrCreateSecret(join(home, 'new'), 'secret')).toBe(secret);
    expect(loadOrCreateSecret(home, 'another')).not.toBe(secret);
    expect(statSync(join(home, 'new', 'secret')).mode & 0o777).toBe(0o600);
  });

  it('is created again when a full disk left it empty', () => {
    writeFileSync(join(home, 'secret'), '\n');
    expect(() => loadOrCreateFile(home, 'secret', () => 'made')).toThrow(`${join(home, 'secret')} is empty.`);
    expect(readFileSync(join(home, 'secret'), 'utf8')).toBe('\n');
  });
});
