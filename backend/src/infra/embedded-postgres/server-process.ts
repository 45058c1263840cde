import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresBinaries } from './cluster';
import { EmbeddedPostgresError } from './run-as';
import type { RunAs } from './run-as';

/** Contents of the `postmaster.pid` that Postgres wrote at its last start. */
export interface PostmasterPid {
  pid: number;
  /** Null while the server is starting and has not written its port yet. */
  port: number | null;
  /** False when the process is gone, a zombie, or another program with the same number. */
  alive: boolean;
}

/** @returns null when no server runs on the folder, or the last one stopped cleanly */
export function readPostmasterPid(dataDir: string): PostmasterPid | null {
  let lines: string[];
  try {
    lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]) || null, alive: isServerOf(pid, dataDir) };
}

/** Checks that the process is a running (not a zombie) postmaster of this folder. */
function isServerOf(pid: number, dataDir: string): boolean {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const state = stat.charAt(stat.lastIndexOf(')') + 2);
      if (state === 'Z' || state === 'X') return false;
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(dataDir);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }
  if (process.platform === 'win32') return answersSignals(pid);
  const { stdout } = spawnSync('ps', ['-o', 'state=,command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z') && stdout.includes(dataDir);
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isMissing(error: unknown): boolean {
  // ESRCH: the process exited between opening and reading its file in /proc.
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && (error.code === 'ENOENT' || error.code === 'ESRCH');
}

export type PostgresSettings = Record<string, string | number>;

/**
 * Differences from Postgres' defaults: reachable from this machine only, small in memory, and long checkpoint
 * intervals, because each checkpoint doubles the cost of the next write of every page. Durability stays as Postgres
 * ships it (fsync, full_page_writes and synchronous_commit on).
 */
const embeddedSettings: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  wal_buffers: '16MB',
  min_wal_size: '192MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  // JIT compiles long queries with LLVM, which the package lacks.
  jit: 'off',
  log_line_prefix: '%m [%p] ',
  timezone: 'UTC',
};

function serverArguments(dataDir: string, port: number, overrides: PostgresSettings = {}): string[] {
  const settings = { ...embeddedSettings, ...overrides };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataDir, '-p', String(port), ...flags];
}

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;
const STOP_TIMEOUT_MS = 30_000;

export interface ServerProcess {
  pid: number;
  /** Reason for the exit; null while the server runs. */
  exit(): string | null;
  /** Returns the last lines logged since this start. */
  logTail(): string;
}

export const logFileOf = (dataDir: string): string => `${dataDir}.log`;

/** Starts the server in its own session: neither Ctrl-C in the terminal nor a kill -9 of this process reaches it. */
export function launch(
  dataDir: string,
  port: number,
  binaries: PostgresBinaries,
  runAs: RunAs,
  settings?: PostgresSettings,
): ServerProcess {
  const logFile = logFileOf(dataDir);
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) truncateSync(logFile);
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const log = openSync(logFile, 'a', 0o600);
  const { file, args, ...ids } = runAs.command(binaries.postgres, serverArguments(dataDir, port, settings));
  // Keep a stale pid file: Postgres learns from it whether orphans of the last run still use the data. The process it
  // names may be a zombie, or an unrelated process with a reused number; PG_GRANDPARENT_PID keeps Postgres from
  // treating that process as a running server.
  const stale = readPostmasterPid(dataDir);
  const env = stale ? { ...process.env, PG_GRANDPARENT_PID: String(stale.pid) } : process.env;
  const child = spawn(file, args, {
    ...ids,
    env,
    cwd: path.parse(dataDir).root,
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  let exit: string | null = null;
  child.on('error', (error) => (exit = error.message));
  child.on('exit', (code, signal) => (exit ??= signal ? `killed by ${signal}` : `exit code ${code}`));
  return { pid: child.pid ?? 0, exit: () => exit, logTail: () => readTail(logFile, logStart) };
}

/** Requests a fast shutdown (clients are disconnected, everything is written) and waits until the server is gone. */
export async function stopServer(dataDir: string, pid: number, binaries: PostgresBinaries): Promise<void> {
  if (!isServerOf(pid, dataDir)) return;
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', dataDir, '-m', 'fast', '-w'], { stdio: 'ignore' });
  } else {
    process.kill(pid, 'SIGINT');
  }
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isServerOf(pid, dataDir)) {
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `Postgres (process ${pid}) did not stop within ${STOP_TIMEOUT_MS / 1000} s. It last logged:\n` +
          readTail(logFileOf(dataDir), 0),
      );
    }
    await delay(20);
  }
}

function readTail(file: string, from: number): string {
  const { size } = statSync(file);
  const start = Math.max(from, size - TAIL_BYTES);
  const bytes = Buffer.alloc(Math.max(0, size - start));
  const fd = openSync(file, 'r');
  try {
    readSync(fd, bytes, 0, bytes.length, start);
  } finally {
    closeSync(fd);
  }
  return bytes.toString('utf8').trim();
}

/** Returns a TCP port on 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return address.port;
}
