import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where the system has a program; null when it has none. @param name without '.exe' */
export function findExecutable(name: string, environment: NodeJS.ProcessEnv = process.env): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    if (folder !== '' && isExecutable(join(folder, file))) return join(folder, file);
  }
  return null;
}
