import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What Postgres wrote into `postmaster.pid` when it last started. */
export interface PostmasterPid {
  pid: number;
  /** null while the server is only just starting and has not written it yet. */
  port: number | null;
  /** False when that process is gone, a zombie, or another program that was given the same number. */
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

/** Is the process a running (not a zombie) postmaster of this very folder? */
export function isServerOf(pid: number, dataDir: string): boolean {
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
  // ESRCH: the process went away between opening and reading its file in /proc.
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  return isCoded && (error.code === 'ENOENT' || error.code === 'ESRCH');
}
