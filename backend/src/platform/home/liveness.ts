import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Operating systems cut longer addresses off, or refuse them. */
const MAX_SOCKET_PATH = 100;

/** The same for all who share a kernel: processes of one machine, in whatever containers. */
export function machineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Not Linux: a name is the best there is.
    return hostname();
  }
}

export interface SignOfLife {
  /** Of the socket, in its folder. */
  name: string;
  end(): Promise<void>;
}

/**
 * Listens on a socket in the folder for as long as this process lives: the kernel answers for it, so nobody has to
 * trust a process id, which containers use again. Null where the file system or the path allows no socket.
 */
export async function showLife(folder: string, token: string): Promise<SignOfLife | null> {
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

/** Does somebody listen there? Null when that cannot be told. */
export function livesAt(folder: string, name: string): Promise<boolean | null> {
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
