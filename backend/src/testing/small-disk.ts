import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A place with little room for what ffmpeg writes. */
export interface SmallDisk {
  how: 'a file system' | 'a limit on files';
  /** Empty. */
  folder: string;
  /** The executable whose files the room is little for. */
  ffmpeg: string;
  /** From now on there is room for so many bytes; where only files are limited, for so many in each. */
  leave(bytes: number): void;
  /** From now on there is as much room as at first. */
  free(): void;
  close(): Promise<void>;
}

const FILLER = 'filler';

/**
 * A real file system that can be filled: a tmpfs, mounted by root, or by anybody in a namespace of their own. Where a
 * machine allows neither, the system ends ffmpeg's files at a size, and the write fails as it does on a full disk.
 */
export async function smallDisk(ffmpeg: string, megabytes: number): Promise<SmallDisk> {
  const place = mkdtempSync(join(tmpdir(), 'storyreel-small-disk-'));
  const mounted = mountHere(place, megabytes) ?? (await mountInNamespace(place, megabytes));
  return mounted ? fileSystem(ffmpeg, place, mounted) : fileLimit(ffmpeg, place);
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

/** A process that lives in the namespace holds the mount; others reach it through that process's view of the system. */
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

/** A process that ignores the signal hears of a file that is too large as it hears of a disk that is full: by an error. */
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
    // In blocks of 512 bytes, as POSIX has it.
    leave: (bytes) => set(String(Math.floor(bytes / 512))),
    close: () => Promise.resolve(rmSync(place, { recursive: true, force: true })),
  };
}
