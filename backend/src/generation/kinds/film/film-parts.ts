import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/app-config';
import { ifMissing } from '../../../platform/missing-file';
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
    const parts = (await foldersIn(this.folder)).sort((a, b) => b.usedMs - a.usedMs);
    let bytes = 0;
    const old: Folder[] = [];
    for (const part of parts) {
      bytes += await bytesIn(part.path);
      if (bytes > keptBytes && now - part.usedMs > YOUNG_MS) old.push(part);
    }
    const left = (await foldersIn(this.work)).filter(({ usedMs }) => now - usedMs > 4 * YOUNG_MS);
    for (const { path } of [...old, ...left]) await rm(path, { recursive: true, force: true });
    return old.length + left.length;
  }
}

interface Folder {
  path: string;
  /** When it was changed; a part is touched whenever a film uses it again. */
  usedMs: number;
}

async function foldersIn(parent: string): Promise<Folder[]> {
  const found: Folder[] = [];
  for (const name of await readdir(parent).catch(none)) {
    const path = join(parent, name);
    const known = await stat(path).catch(gone);
    if (known) found.push({ path, usedMs: known.mtimeMs });
  }
  return found;
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(none))
    bytes += (await stat(join(folder, name)).catch(gone))?.size ?? 0;
  return bytes;
}

const none = ifMissing<string[]>([]);
/** Whoever made it has renamed or deleted it meanwhile. */
const gone = ifMissing(null);
