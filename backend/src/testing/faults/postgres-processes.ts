import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPostmasterPid } from '../../infra/embedded-postgres/server-process';

const postgresOf = (home: string): string => join(home, 'postgres');

/** Returns the process id of a data directory's embedded server. @throws Error when none runs */
export function postmasterOf(home: string): number {
  const found = readPostmasterPid(postgresOf(home));
  if (!found?.alive) throw new Error(`No Postgres runs on ${home}.`);
  return found.pid;
}

/**
 * Pauses all processes of a Postgres: connections stay open, but nothing is answered. @returns a function that resumes
 * them
 */
export function pausePostgres(home: string): () => void {
  const postmaster = postmasterOf(home);
  // The postmaster is paused first, since it starts new processes.
  process.kill(postmaster, 'SIGSTOP');
  const all = [postmaster, ...childrenOf(postmaster)];
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  };
}

function childrenOf(parent: number): number[] {
  return parents()
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid);
}

/** Lists all processes of this machine with their parents. */
function parents(): [pid: number, ppid: number][] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(name);
      return stat ? [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]] : [];
    });
}

function statOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended since the folder was listed.
    return null;
  }
}
