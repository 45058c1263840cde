import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import {
  checkVersion,
  findBinaries,
  initialise,
  isInitialised,
  readOrCreatePassword,
  SUPERUSER,
  takeOwnership,
} from './cluster';
import type { PostgresBinaries } from './cluster';
import { chooseRunAs, EmbeddedPostgresError } from './run-as';
import { freePort, launch, logFileOf, readPostmasterPid, stopServer } from './server-process';
import type { PostgresSettings } from './server-process';

/** Database for the program's tables; Postgres' own stays for administration. */
const DATABASE = 'storyreel';
const POLL_MS = 20;
const SILENCE_LIMIT_MS = 30_000;
/** Crash recovery of a large database may take this long; the server reports its progress. */
const RECOVERY_LIMIT_MS = 10 * 60_000;
const CANNOT_CONNECT_NOW = '57P03';
/** Duplicate database; 23505 occurs when two create it at the same moment. */
const CREATED_MEANWHILE = ['42P04', '23505'];

export const databaseUrl = (port: number, password: string, database = DATABASE): string =>
  `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

export type Readiness =
  { state: 'ready'; port: number } | { state: 'exited'; cause: unknown } | { state: 'failed'; cause: unknown };

/**
 * Waits until the server answers queries (and has the program's database), has exited, refuses connections, or does not
 * respond.
 */
async function waitUntilReady(
  currentPort: () => number | null,
  password: string,
  isRunning: () => boolean,
): Promise<Readiness> {
  const started = Date.now();
  let cause: unknown = new Error('the server has not said its port');
  let limit = SILENCE_LIMIT_MS;
  while (Date.now() - started < limit) {
    const port = currentPort();
    try {
      if (port !== null) {
        await ensureDatabase(port, password);
        return { state: 'ready', port };
      }
    } catch (error) {
      cause = error;
      if (error instanceof DatabaseError) {
        if (error.code !== CANNOT_CONNECT_NOW) return { state: 'failed', cause };
        limit = RECOVERY_LIMIT_MS;
      }
    }
    if (!isRunning()) return { state: 'exited', cause };
    await delay(POLL_MS);
  }
  return { state: 'failed', cause };
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const connectionString = databaseUrl(port, password, 'postgres');
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000 });
  // Without a listener, a server that dies now would crash this process. Nothing is lost: the query fails as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    const createdByAnotherStarter = error instanceof DatabaseError && CREATED_MEANWHILE.includes(error.code ?? '');
    if (!createdByAnotherStarter) throw error;
  } finally {
    await client.end();
  }
}

export interface EmbeddedPostgresOptions {
  /** Created when missing. `<dataDir>.password` (0600) and `<dataDir>.log` are kept beside it. */
  dataDir: string;
  /** TCP port on 127.0.0.1; any free one by default. A reused running server keeps its port. */
  port?: number;
  log?: (message: string) => void;
  /** Settings on top of the embedded defaults. */
  settings?: PostgresSettings;
}

export interface EmbeddedPostgres {
  /** Contains user and password: a secret. */
  url: string;
  /** Process id of the postmaster. */
  pid: number;
  port: number;
  /** True when the server was already running, left by a process that was killed. */
  reused: boolean;
  /** Shuts down fast; resolves when the server is gone. Further calls do nothing. */
  stop(): Promise<void>;
}

/** Time limit for retries of passing obstacles. */
const LAUNCH_LIMIT_MS = 30_000;
const RELAUNCH_MS = 100;

/**
 * Starts the bundled Postgres, or takes over the one that still runs on the folder.
 * @throws EmbeddedPostgresError with the end of the server's log when it does not come up
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => undefined } = options;
  const binaries = findBinaries();
  const parent = path.dirname(path.resolve(options.dataDir));
  mkdirSync(parent, { recursive: true });
  // The real path, as it appears in the process list.
  const dataDir = path.join(realpathSync(parent), path.basename(options.dataDir));
  const password = readOrCreatePassword(dataDir);

  const { pid, port, reused } =
    (await takeOver(dataDir, password, log)) ?? (await startServer({ ...options, dataDir, log }, password, binaries));
  let stopping: Promise<void> | null = null;
  return {
    url: databaseUrl(port, password),
    pid,
    port,
    reused,
    stop: () => (stopping ??= stopServer(dataDir, pid, binaries)),
  };
}

type Running = Pick<EmbeddedPostgres, 'pid' | 'port' | 'reused'>;

async function takeOver(dataDir: string, password: string, log: (message: string) => void): Promise<Running | null> {
  const found = readPostmasterPid(dataDir);
  if (!found?.alive) return null;
  const currentPort = () => readPostmasterPid(dataDir)?.port ?? null;
  const outcome = await waitUntilReady(currentPort, password, () => readPostmasterPid(dataDir)?.alive === true);
  // The server exited during the wait, for example because it was shutting down.
  if (outcome.state === 'exited') return null;
  if (outcome.state === 'failed') throw new EmbeddedPostgresError(unreachable(dataDir, found.pid), outcome);
  log(`reusing the embedded Postgres of ${dataDir} (process ${found.pid}, port ${outcome.port})`);
  return { pid: found.pid, port: outcome.port, reused: true };
}

const unreachable = (dataDir: string, pid: number) =>
  `A Postgres server (process ${pid}) runs on ${dataDir} but does not let us in. ` +
  `Look into ${logFileOf(dataDir)}, or stop that process and start again.`;

async function startServer(
  options: EmbeddedPostgresOptions & { log: (message: string) => void },
  password: string,
  binaries: PostgresBinaries,
): Promise<Running> {
  const { dataDir, log, settings } = options;
  const runAs = chooseRunAs([binaries.root, path.dirname(dataDir)]);
  if (!isInitialised(dataDir)) {
    log(`creating a database in ${dataDir}`);
    initialise(dataDir, password, binaries, runAs);
  }
  checkVersion(dataDir, binaries);
  takeOwnership(dataDir, runAs);

  const deadline = Date.now() + LAUNCH_LIMIT_MS;
  for (;;) {
    const port = options.port ?? (await freePort());
    const server = launch(dataDir, port, binaries, runAs, settings);
    const outcome = await waitUntilReady(
      () => port,
      password,
      () => server.exit() === null,
    );
    if (outcome.state === 'ready') {
      log(`embedded Postgres is ready (process ${server.pid}, port ${port})`);
      return { pid: server.pid, port, reused: false };
    }
    const tail = server.logTail();
    // A server that runs but refuses connections is useless, and would block the next start.
    if (server.exit() === null) await stopServer(dataDir, server.pid, binaries);
    // Another starter of the same folder won the race: use its server.
    const other = await takeOver(dataDir, password, log);
    if (other) return other;
    if (Date.now() < deadline && isPassing(tail, options.port !== undefined)) {
      await delay(RELAUNCH_MS);
      continue;
    }
    const reason = server.exit() ?? (outcome.state === 'failed' ? String(outcome.cause) : 'no answer');
    throw new EmbeddedPostgresError(
      `The embedded Postgres of ${dataDir} did not start (${reason}). It last logged:\n${tail}`,
      outcome,
    );
  }
}

/**
 * True for failures worth a retry: orphans of a killed server free its memory within moments, and another port replaces
 * one that was just taken.
 */
function isPassing(logTail: string, portIsFixed: boolean): boolean {
  return /pre-existing shared memory block/.test(logTail) || (!portIsFixed && /could not bind/.test(logTail));
}
