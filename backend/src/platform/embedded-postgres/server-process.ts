import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresBinaries } from './binaries';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { isServerOf, readPostmasterPid } from './postmaster-pid';
import type { RunAs } from './run-as';
import { serverArguments, type PostgresSettings } from './settings';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;
const STOP_TIMEOUT_MS = 30_000;

export interface ServerProcess {
  pid: number;
  /** Null while it runs. */
  exit(): string | null;
  /** The last lines it logged since this start. */
  logTail(): string;
}

export const logFileOf = (dataDir: string): string => `${dataDir}.log`;

/** Starts the server in a session of its own: neither Ctrl-C in the terminal nor a kill -9 of ours reaches it. */
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
  // A stale pid file stays, since Postgres learns from it whether orphans of the last run still use the data. The
  // process it names may be a zombie, or have its number from elsewhere: this makes Postgres not take it for alive.
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

/** Asks for a fast shutdown (clients are sent away, everything is written) and waits until the server is gone. */
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
