import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with little space for what is written to it. */
export interface SmallDisk {
  how: 'a file system' | 'a limit on files';
  /** The folder, empty at first. */
  folder: string;
  /** The ffmpeg executable whose files are limited. */
  ffmpeg: string;
  /** Leaves this many bytes of space; where only files are limited, this many for each file. */
  leave(bytes: number): void;
  /** Restores the original space. */
  free(): void;
  close(): Promise<void>;
}

const FILLER = 'filler';

/**
 * Opens a real file system that can be filled: a tmpfs, mounted by root, or by anybody in a namespace of their own. On
 * a machine that allows neither, the system limits the size of ffmpeg's files, so that a write fails as on a full disk.
 */
export async function smallDisk(ffmpeg: string, megabytes: number): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'storyreel-small-disk-'));
  const mounted = mountHere(place, megabytes) ?? (await mountInNamespace(place, megabytes));
  return mounted ? fileSystem(ffmpeg, place, mounted) : fileLimit(ffmpeg, place);
}

/** Mounts a small file system for what this process writes; null where nothing can be mounted. */
export async function smallFileSystem(megabytes: number): Promise<SmallDisk | null> {
  const place = mkdtempSync(join(tmpdir(), 'storyreel-small-disk-'));
  const mounted = mountHere(place, megabytes) ?? (await mountInNamespace(place, megabytes));
  return mounted && fileSystem('no ffmpeg', place, mounted);
}

interface Mounted {
  folder: string;
  unmount: () => Promise<void>;
}

const TMPFS = (megabytes: number): string[] => ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs'];

function mountHere(place: string, megabytes: number): Mounted | null {
  try {
    execFileSync('mount', [...TMPFS(megabytes), place], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return { folder: place, unmount: () => Promise.resolve(void execFileSync('umount', ['--lazy', place])) };
}

/** Keeps the mount alive by a process in the namespace; others reach the mount through /proc/PID/root. */
async function mountInNamespace(place: string, megabytes: number): Promise<Mounted | null> {
  const script = `mount ${TMPFS(megabytes).join(' ')} "$0" && echo mounted && exec cat`;
  const holder = spawn('unshare', ['-rm', 'sh', '-c', script, place], { stdio: ['pipe', 'pipe', 'ignore'] });
  if (!(await isReady(holder))) return null;
  const unmount = async (): Promise<void> => {
    const closed = once(holder, 'close');
    holder.stdin?.end();
    await closed;
  };
  return { folder: `/proc/${holder.pid}/root${place}`, unmount };
}

async function isReady(holder: ChildProcess): Promise<boolean> {
  const gone = new Promise<false>((resolve) => {
    holder.once('error', () => resolve(false));
    holder.once('close', () => resolve(false));
  });
  const said = new Promise<true>((resolve) => holder.stdout?.once('data', () => resolve(true)));
  return Promise.race([gone, said]);
}

function fileSystem(ffmpeg: string, place: string, { folder, unmount }: Mounted): SmallDisk {
  const filler = join(folder, FILLER);
  const free = (): void => rmSync(filler, { force: true });
  const own = join(folder, 'own');
  mkdirSync(own);
  return {
    how: 'a file system',
    folder: own,
    ffmpeg,
    free,
    leave(bytes) {
      free();
      const { bavail, bsize } = statfsSync(folder);
      const taken = bavail * bsize - bytes;
      if (taken < 0) throw new Error(`${folder} has only ${bavail * bsize} bytes.`);
      writeFileSync(filler, Buffer.alloc(taken));
    },
    async close() {
      await unmount();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/**
 * Limits the size of files. To a process that ignores the signal, a file that is too large is a write error, like a
 * full disk.
 */
export function fileLimit(ffmpeg: string, place: string): SmallDisk {
  const limit = join(place, 'limit');
  const limited = join(place, 'ffmpeg');
  writeFileSync(
    limited,
    `#!/bin/sh\ntrap '' XFSZ\nread blocks < '${limit}'\n[ "$blocks" = free ] || ulimit -f "$blocks"\nexec '${ffmpeg}' "$@"\n`,
    { mode: 0o755 },
  );
  const set = (blocks: string): void => writeFileSync(limit, `${blocks}\n`);
  set('free');
  const own = join(place, 'own');
  mkdirSync(own);
  return {
    how: 'a limit on files',
    folder: own,
    ffmpeg: limited,
    free: () => set('free'),
    // POSIX counts in blocks of 512 bytes.
    leave: (bytes) => set(String(Math.floor(bytes / 512))),
    close: () => Promise.resolve(rmSync(place, { recursive: true, force: true })),
  };
}

/**
 * Sets the largest size of a file that a process may write, in bytes; null removes the limit.
 * @throws Error on a system without `prlimit` (util-linux)
 */
export function limitFiles(pid: number, bytes: number | null): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`]);
}
