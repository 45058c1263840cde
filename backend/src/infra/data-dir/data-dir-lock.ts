import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import type { Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { StartError } from '../../lib/keep-trying';
import { loadOrCreateSecret } from '../../lib/secrets';

/** Operating systems truncate or reject longer socket paths. */
const MAX_SOCKET_PATH = 100;

/** Returns an id that all processes on one kernel share, even from different containers. */
export function machineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Outside Linux the host name is the best id there is.
    return hostname();
  }
}

export interface LockHeartbeat {
  /** File name of the socket in its folder. */
  name: string;
  end(): Promise<void>;
}

/**
 * Listens on a socket in the folder while this process lives. The kernel closes the socket when the process dies, so no
 * check depends on process ids, which containers reuse. Null where the file system or the path allows no socket.
 */
async function showLife(folder: string, token: string): Promise<LockHeartbeat | null> {
  const name = `server-${token.slice(0, 8)}.sock`;
  const path = join(folder, name);
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) return null;
  const server = createServer((socket) => socket.destroy());
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
  if (!listens) return null;
  server.unref();
  return { name, end: () => close(server, path) };
}

/** Checks whether a process listens on the socket; null when that cannot be determined. */
function livesAt(folder: string, name: string): Promise<boolean | null> {
  return new Promise((resolve) => {
    const socket = createConnection(join(folder, name));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT' ? false : null);
    });
  });
}

async function close(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await rm(path, { force: true });
}

const BEAT_MS = 1_000;
/** A holder on another machine counts as dead after this long without a heartbeat. */
const STALE_MS = 5_000;
const LOOK_MS = 250;
const LOCK = /^server\.lock\.(\d+)$/;

const ownerSchema = z.object({ token: z.string(), machine: z.string(), socket: z.string().nullable() });
type Owner = z.infer<typeof ownerSchema>;

class HomeLost extends Error {}

export interface DataDirLock {
  /** Id of this folder on this host: stable across restarts, and unique. */
  node: string;
  release(): Promise<void>;
}

/**
 * Makes this process the only server on a data directory. A killed holder is detected at once on the same machine, and
 * after some seconds without a heartbeat on another machine that shares the folder over a network.
 *
 * To take over a dead holder's lock, a process creates the file with the next number. Only one process can create it,
 * so two takeovers at once never both succeed, and a holder that resumes after a long pause finds that it has been
 * replaced.
 * @param onTrouble called when the lock is lost, or a heartbeat fails
 * @throws StartError when another live server holds the lock
 */
export async function lockDataDir(home: string, onTrouble: (error: Error) => void): Promise<DataDirLock> {
  const token = randomUUID();
  const life = await showLife(home, token);
  const owner: Owner = { token, machine: machineId(), socket: life?.name ?? null };
  let number: number;
  try {
    number = await take(home, owner);
  } catch (error) {
    await life?.end();
    throw error;
  }
  const file = fileOf(home, number);
  const beat = setInterval(() => {
    hold(home, number).catch((error: NodeJS.ErrnoException) => {
      // Other errors may be temporary: a network file system can be unreachable for a moment.
      if (error instanceof HomeLost || error.code === 'ENOENT') clearInterval(beat);
      onTrouble(error);
    });
  }, BEAT_MS);
  beat.unref();
  return {
    node: `${hostname()}:${realpathSync(home)}:${loadOrCreateSecret(home, 'node-id').slice(0, 8)}`,
    async release() {
      clearInterval(beat);
      if (read(file)?.token === token) await rm(file, { force: true });
      await life?.end();
    },
  };
}

async function take(home: string, owner: Owner): Promise<number> {
  for (;;) {
    const newest = (await numbersIn(home)).at(-1);
    if (newest !== undefined && (await isHeld(home, newest))) {
      throw new StartError(
        `STORYREEL_HOME: another server runs on ${home}; stop it first, or give this one a folder of its own.`,
      );
    }
    const number = (newest ?? 0) + 1;
    try {
      writeFileSync(fileOf(home, number), JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    if ((await numbersIn(home)).at(-1) === number) {
      await clearAway(home, number, owner);
      return number;
    }
    await rm(fileOf(home, number), { force: true });
  }
}

/** Removes files of earlier, dead holders. */
async function clearAway(home: string, own: number, { socket }: Owner): Promise<void> {
  for (const number of await numbersIn(home)) if (number < own) await rm(fileOf(home, number), { force: true });
  for (const name of await readdir(home)) {
    const isOther = /^server-[0-9a-f]{8}\.sock$/.test(name) && name !== socket;
    if (isOther && (await livesAt(home, name)) === false) await rm(join(home, name), { force: true });
  }
}

async function isHeld(home: string, number: number): Promise<boolean> {
  const owner = read(fileOf(home, number));
  if (owner?.socket && owner.machine === machineId()) {
    const lives = await livesAt(home, owner.socket);
    if (lives !== null) return lives;
  }
  return showsSigns(fileOf(home, number));
}

/**
 * Detects a heartbeat: watches by the local clock whether the file's time changes, since two machines' clocks may
 * differ.
 */
async function showsSigns(file: string): Promise<boolean> {
  const timeOf = async () => (await stat(file).catch(() => null))?.mtimeMs;
  const first = await timeOf();
  for (let waited = 0; waited < STALE_MS; waited += LOOK_MS) {
    await delay(LOOK_MS);
    const now = await timeOf();
    if (now === undefined) return false;
    if (now !== first) return true;
  }
  return false;
}

async function hold(home: string, number: number): Promise<void> {
  const now = new Date();
  await utimes(fileOf(home, number), now, now);
  if ((await numbersIn(home)).at(-1) !== number) throw new HomeLost('Another server has taken the data folder over.');
}

async function numbersIn(home: string): Promise<number[]> {
  const names = await readdir(home);
  const numbers = names.flatMap((name) => Number(LOCK.exec(name)?.[1] ?? NaN));
  return numbers.filter((number) => !Number.isNaN(number)).sort((a, b) => a - b);
}

const fileOf = (home: string, number: number): string => join(home, `server.lock.${number}`);

/** Returns null for a file that is gone, or was cut off by a crash. */
function read(file: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
