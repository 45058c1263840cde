import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The embedded server could not be started or stopped; the message says why and what to do. */
export class EmbeddedPostgresError extends Error {}

/** Identity to run a Postgres executable with, since Postgres refuses to run as root. */
export interface RunAs {
  kind: 'self' | 'user-namespace' | 'setuid' | 'setpriv';
  /** User that must own the data directory; null if the current user owns it already. */
  owner: Identity | null;
  command(executable: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
}
interface Identity {
  uid: number;
  gid: number;
}

const nobody = 65534;
const self: RunAs = { kind: 'self', owner: null, command: (file, args) => ({ file, args }) };

/**
 * Picks the least intrusive way on this machine to run without root: a user namespace (files on disk stay root's),
 * another user, or another user that keeps the right to enter every folder.
 * @param folders folders that the server must reach: its executables and its data directory's parent
 * @throws EmbeddedPostgresError when no way works, naming the folder that blocks access
 */
export function chooseRunAs(folders: string[]): RunAs {
  if (process.getuid?.() !== 0) return self;
  const namespaceArgs = ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`];
  const user = unprivilegedUser();
  const blockedForRoot = firstBlocked(folders, { uid: 0, gid: 0 });
  if (!blockedForRoot && works('unshare', [...namespaceArgs, 'true'])) {
    return {
      kind: 'user-namespace',
      owner: { uid: 0, gid: 0 },
      command: (executable, args) => ({ file: 'unshare', args: [...namespaceArgs, executable, ...args] }),
    };
  }
  const blocked = firstBlocked(folders, user);
  if (!blocked) return { kind: 'setuid', owner: user, command: (file, args) => ({ file, args, ...user }) };
  const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const setpriv = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...keep];
  if (works('setpriv', [...setpriv, 'true'])) {
    return {
      kind: 'setpriv',
      owner: user,
      command: (executable, args) => ({ file: 'setpriv', args: [...setpriv, executable, ...args] }),
    };
  }
  throw new EmbeddedPostgresError(
    `Postgres does not run as root, and user ${user.uid} may not enter ${blocked}. ` +
      `Run this program as a normal user, or "chmod o+x ${blocked}", or use folders that everybody may enter, ` +
      'or set DATABASE_URL to a Postgres server of your own.',
  );
}

function works(file: string, args: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}

function unprivilegedUser(): Identity {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return { uid: Number(entry?.[2] ?? nobody), gid: Number(entry?.[3] ?? nobody) };
}

/** Returns the outermost folder on the way to one of `folders` that the user may not enter without special rights. */
export function firstBlocked(folders: string[], user: Identity): string | null {
  for (const folder of folders) {
    const absolute = path.resolve(folder);
    const { root } = path.parse(absolute);
    const names = absolute.slice(root.length).split(path.sep).filter(Boolean);
    for (let depth = 0; depth <= names.length; depth++) {
      const current = path.join(root, ...names.slice(0, depth));
      const { uid, gid, mode } = statSync(current);
      const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & enter) === 0) return current;
    }
  }
  return null;
}
