import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/app-config';
import { HourlySweep } from '../../../platform/storage';

/** On each node. About an hour of film in 1080p. */
const KEPT_BYTES = 4 * 1024 ** 3;
/** What is being made is younger. */
const YOUNG_MS = 6 * 60 * 60 * 1_000;

/** Where this node makes films: finished parts, which the next film may use again, and what is under way. */
@Injectable()
export class FilmParts extends HourlySweep {
  protected readonly what = 'Parts of films';
  readonly folder: string;
  private readonly work: string;

  constructor(@Inject(APP_CONFIG) { home }: Pick<AppConfig, 'home'>) {
    super();
    this.folder = join(home, 'films', 'parts');
    this.work = join(home, 'films', 'work');
  }

  workOf(jobId: string): string {
    return join(this.work, jobId);
  }

  /** The parts used longest ago go until the rest fits; so does what a film that never ended has left. */
  async sweep(keptBytes = KEPT_BYTES, now = Date.now()): Promise<number> {
    const parts = (await filesIn(this.folder)).sort((a, b) => b.usedMs - a.usedMs);
    let bytes = 0;
    const old = parts.filter(({ size, usedMs }) => (bytes += size) > keptBytes && now - usedMs > YOUNG_MS);
    const left = (await filesIn(this.work)).filter(({ usedMs }) => now - usedMs > 4 * YOUNG_MS);
    for (const { path } of [...old, ...left]) await rm(path, { recursive: true, force: true });
    return old.length + left.length;
  }
}

async function filesIn(folder: string): Promise<{ path: string; size: number; usedMs: number }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // Gone meanwhile: whoever made it has renamed or deleted it.
      const known = await stat(path).catch(() => null);
      return known && { path, size: known.size, usedMs: Math.max(known.mtimeMs, known.atimeMs) };
    }),
  );
  return found.filter((file) => file !== null);
}
