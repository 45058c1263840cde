import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { firstBlocked } from './run-as';

describe('folders on the way to the data', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-run-as-'));
  const inner = path.join(folder, 'closed', 'inner');
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const stranger = { uid: owner.uid + 1000, gid: owner.gid + 1000 };
  beforeAll(() => {
    chmodSync(folder, 0o755);
    mkdirSync(inner, { recursive: true });
    chmodSync(path.join(folder, 'closed'), 0o700);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are accessible when they are open to everybody, or to their owner', () => {
    expect(firstBlocked([folder], stranger)).toBeNull();
    expect(firstBlocked([folder, inner], owner)).toBeNull();
  });

  it('are reported when they are inaccessible to the user', () => {
    expect(firstBlocked([folder, inner], stranger)).toBe(path.join(folder, 'closed'));
  });

  it('are inaccessible to an owner without the permission, too', () => {
    chmodSync(path.join(folder, 'closed'), 0o677);
    expect(firstBlocked([inner], owner)).toBe(path.join(folder, 'closed'));
    chmodSync(path.join(folder, 'closed'), 0o700);
  });
});
