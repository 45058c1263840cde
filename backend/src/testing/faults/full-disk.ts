import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseUrl } from '../../infra/embedded-postgres/start-embedded-postgres';
import { readPostmasterPid } from '../../infra/embedded-postgres/server-process';
import { limitFiles } from '../small-disk';

/** The disk of a data directory, which can be full for a while. */
export interface Disk {
  readonly home: string;
  /** @param pid the server's process, whose own files may not grow where no file system can be filled */
  fill(pid: number): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

/** Opens a file system of its own if we may mount one, as root on Linux; otherwise one that only seems full. */
export function openDisk(folder: string, megabytes: number): Disk {
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o755 });
  const mounted =
    process.platform === 'linux' &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', home]).status === 0;
  return mounted ? new SmallDisk(home) : new RefusingDisk(home);
}

/** Opens a data directory whose disk only seems full: nothing has to be mounted for it. */
export function openRefusingDisk(folder: string): Disk {
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o755 });
  return new RefusingDisk(home);
}

class SmallDisk implements Disk {
  private readonly ballast: string;
  private filling: NodeJS.Timeout | null = null;
  constructor(readonly home: string) {
    this.ballast = join(home, 'ballast');
  }

  fill(): Promise<void> {
    this.takeTheRest();
    // Space that other processes free meanwhile is filled as well.
    this.filling = setInterval(() => this.takeTheRest(), 20);
    return Promise.resolve();
  }

  free(): Promise<void> {
    if (this.filling) clearInterval(this.filling);
    this.filling = null;
    rmSync(this.ballast, { force: true });
    return Promise.resolve();
  }

  remove(): void {
    if (this.filling) clearInterval(this.filling);
    spawnSync('umount', ['--lazy', this.home]);
  }

  private takeTheRest(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (const size of [1_048_576, 4_096]) writeAll(file, Buffer.alloc(size, 1));
    } finally {
      closeSync(file);
    }
  }
}

/** Writes until the disk is full. */
function writeAll(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

const TABLES = ['event_store.events', 'platform.jobs', 'platform.stored_objects'];

/** Lets no file of the server grow, and makes Postgres' tables fail like a full disk. */
class RefusingDisk implements Disk {
  private limited: number | null = null;
  constructor(readonly home: string) {}

  fill(pid: number): Promise<void> {
    limitFiles(pid, 0);
    this.limited = pid;
    const triggers = TABLES.map(
      (table) => `create trigger full_disk before insert or update on ${table} execute function public.full_disk();`,
    );
    return this.onPostgres(`create or replace function public.full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      ${triggers.join('\n')}`);
  }

  async free(): Promise<void> {
    if (this.limited === null) return;
    limitFiles(this.limited, null);
    this.limited = null;
    await this.onPostgres(TABLES.map((table) => `drop trigger full_disk on ${table};`).join('\n'));
  }

  remove(): void {
    // Nothing is to be removed: the tables go with the folder.
  }

  private async onPostgres(sql: string): Promise<void> {
    const { port } = readPostmasterPid(join(this.home, 'postgres')) ?? { port: null };
    if (port === null) throw new Error(`No Postgres runs on ${this.home}.`);
    const password = readFileSync(join(this.home, 'postgres.password'), 'utf8').trim();
    const client = new Client({ connectionString: databaseUrl(port, password) });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}
