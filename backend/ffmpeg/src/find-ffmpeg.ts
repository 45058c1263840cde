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

/** Returns the path of a program on the system's PATH, or null. @param name without '.exe' */
function findExecutable(name: string, environment: NodeJS.ProcessEnv = process.env): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    if (folder !== '' && isExecutable(join(folder, file))) return join(folder, file);
  }
  return null;
}

const installerSchema = z.object({ path: z.string() });

/**
 * Returns the configured ffmpeg, else the system's, else the one from the npm package.
 * @throws Error that says what to do when there is none.
 */
export async function findFfmpeg(configured?: string, environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (configured !== undefined && configured !== '') {
    if (isExecutable(configured)) return configured;
    throw new Error(`FFMPEG_PATH points to ${configured}, which cannot be executed.`);
  }
  const ofSystem = findExecutable('ffmpeg', environment);
  if (ofSystem !== null) return ofSystem;
  try {
    // Imported on demand: the package throws on import on a platform without a binary.
    const installed: unknown = await import('@ffmpeg-installer/ffmpeg');
    return installerSchema.parse(installed).path;
  } catch (error) {
    throw new Error('No ffmpeg was found. Install it, or set FFMPEG_PATH to an executable.', { cause: error });
  }
}
