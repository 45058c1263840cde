import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir, machineId } from './data-dir-lock';
import type { DataDirLock } from './data-dir-lock';

describe('the lock on a data folder', () => {
  let home: string;
  const locks: DataDirLock[] = [];
  const children: ChildProcess[] = [];
  const folders: string[] = [];
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'home-'));
    folders.push(made);
    return made;
  };
  beforeEach(() => {
    home = folder();
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.release();
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
  });
  const take = async (where = home, onLost: (error: Error) => void = () => undefined): Promise<DataDirLock> => {
    const lock = await lockDataDir(where, onLost);
    locks.push(lock);
    return lock;
  };
  /** Starts another process that takes the lock with the same code. */
  const holder = async (): Promise<ChildProcess> => {
    const child = fork(join(__dirname, '../../testing/hold-home.ts'), [home], { execArgv: ['--import', 'tsx'] });
    children.push(child);
    await once(child, 'message');
    return child;
  };

  it('is held by one server at a time, within and across processes', async () => {
    const first = await take();
    await expect(take()).rejects.toThrow(`STORYREEL_HOME: another server runs on ${home}`);
    await first.release();
    const second = await take();
    expect(second.node).toBe(first.node);
    await second.release();
    expect(readdirSync(home)).toEqual(['node-id']);
  });

  it('is taken by one of several servers that start together', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => take()));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is taken over at once from a killed server, but not from a hanging one', async () => {
    const child = await holder();
    child.kill('SIGSTOP');
    await expect(take()).rejects.toThrow('another server runs');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const before = performance.now();
    await take();
    expect(performance.now() - before).toBeLessThan(4_000);
    expect(readdirSync(home).filter((name) => name.endsWith('.sock'))).toHaveLength(1);
  });

  it('of another machine is taken over when it shows no sign of life, and respected otherwise', async () => {
    const file = join(home, 'server.lock.7');
    const owner = { token: 't', machine: `not ${machineId()}`, socket: 'server-00000000.sock' };
    writeFileSync(file, JSON.stringify(owner));
    let beats = 0;
    const beat = setInterval(() => utimesSync(file, 1_000 + ++beats, 1_000 + beats), 200);
    await expect(take()).rejects.toThrow('another server runs');
    clearInterval(beat);
    await take();
    expect(readdirSync(home).filter((name) => name.startsWith('server.lock'))).toEqual(['server.lock.8']);
  });

  it('is taken over when a crash has truncated its file', async () => {
    writeFileSync(join(home, 'server.lock.1'), '{"tok');
    await take();
  });

  it('notifies a holder that it has been replaced', async () => {
    let told: (error: Error) => void = () => undefined;
    const lost = new Promise<Error>((resolve) => (told = resolve));
    await take(home, (error) => told(error));
    writeFileSync(join(home, 'server.lock.99'), '{}');
    expect((await lost).message).toContain('Another server has taken');
  });

  it('gives a copy of the folder another identity', async () => {
    const first = await take();
    const copy = join(folder(), 'copy');
    cpSync(home, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    expect((await take(copy)).node).not.toBe(first.node);
  });
});
