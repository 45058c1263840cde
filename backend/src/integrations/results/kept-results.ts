import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { z } from 'zod';
import { DamagedFile, HourlySweep, MediaStore } from '../../infra/storage';
import { Clock } from '../../lib/time';

/** Media type of kept results; it also distinguishes them from other files. */
export const KEPT_TYPE = 'application/vnd.storyreel.kept-result';
/** Owner of kept files: they belong to no user, and the requester gets copies. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const LIST_BYTES = 4_096;
/** The larger of the limits for images and sounds. */
const LARGEST = Math.max(FILE_LIMITS.image, FILE_LIMITS.audio);

const listSchema = z.object({ mimeTypes: z.array(z.string()), usd: z.number().optional() });
type List = z.infer<typeof listSchema>;

export interface MadeFile {
  bytes: Uint8Array;
  mimeType: string;
}

/**
 * Storage for results that a provider returned once and cannot return again, until they have been copied for their
 * owner.
 */
export interface KeptResults {
  /** Keeps all files or none, so that a result returned by `find` is complete. */
  keep(id: string, files: readonly MadeFile[], usd?: number): Promise<void>;
  find(id: string): Promise<List | null>;
  /** Returns null when the file is missing or damaged. */
  open(id: string, index: number): Promise<{ stream: Readable; size: number } | null>;
}

@Injectable()
export class StoredResults implements KeptResults {
  constructor(private readonly media: MediaStore) {}

  /** Saves the list last, since it marks the files as complete. */
  async keep(id: string, files: readonly MadeFile[], usd?: number): Promise<void> {
    await Promise.all(files.map(({ bytes }, index) => this.save(nameOf(id, index), bytes, LARGEST)));
    const list: List = { mimeTypes: files.map(({ mimeType }) => mimeType), usd };
    await this.save(nameOf(id), Buffer.from(JSON.stringify(list)), LIST_BYTES);
  }

  async find(id: string): Promise<List | null> {
    const found = await this.read(nameOf(id));
    return found && listSchema.parse(await json(found.stream));
  }

  open(id: string, index: number): Promise<{ stream: Readable; size: number } | null> {
    return this.read(nameOf(id, index));
  }

  private async save(key: string, buffer: Uint8Array, maxBytes: number): Promise<void> {
    await this.media.save({ ownerId: NOBODY, key, buffer, maxBytes, contentType: KEPT_TYPE, visibility: 'private' });
  }

  private async read(name: string): Promise<{ stream: Readable; size: number } | null> {
    const [saved] = await this.media.findAll(NOBODY, [name]);
    const opened = saved ? await this.media.open(saved.key, NOBODY) : null;
    if (!opened) return null;
    try {
      return { stream: await opened.read(), size: opened.object.size };
    } catch (error) {
      if (error instanceof DamagedFile) return null;
      throw error;
    }
  }
}

const nameOf = (id: string, index?: number): string => `kept:${id}:${index ?? 'list'}`;

/** Twice the maximum duration of a job. */
const KEPT_MS = 12 * 60 * 60 * 1_000;

/** Deletes kept results once no job can need them. */
@Injectable()
export class ExpiredResults extends HourlySweep {
  protected readonly what = 'Expired results of providers';

  constructor(
    private readonly media: MediaStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  sweep(): Promise<number> {
    return this.media.removeOlder(KEPT_TYPE, new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
