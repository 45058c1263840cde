import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where the system has a program; null when it has none. @param name without '.exe' */
function findExecutable(name: string, environment: NodeJS.ProcessEnv = process.env): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    if (folder !== '' && isExecutable(join(folder, file))) return join(folder, file);
  }
  return null;
}

const installerSchema = z.object({ path: z.string() });

/**
 * The configured ffmpeg, else the system's, else the one that comes as a package.
 * @throws Error with what to do when there is none.
 */
export async function findFfmpeg(configured?: string, environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (configured !== undefined && configured !== '') {
    if (isExecutable(configured)) return configured;
    throw new Error(`FFMPEG_PATH points to ${configured}, which cannot be executed.`);
  }
  const ofSystem = findExecutable('ffmpeg', environment);
  if (ofSystem !== null) return ofSystem;
  try {
    // Loaded only when needed: on a platform without a binary the package throws as soon as it is read.
    const installed: unknown = await import('@ffmpeg-installer/ffmpeg');
    return installerSchema.parse(installed).path;
  } catch (error) {
    throw new Error('No ffmpeg was found. Install it, or set FFMPEG_PATH to an executable.', { cause: error });
  }
}
