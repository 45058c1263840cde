import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { APP_CONFIG, type AppConfig } from '../infra/config/app-config';
import { PG_POOL } from '../infra/postgres/pg-pool';
import { OBJECT_STORAGE, type ObjectStorage } from '../infra/storage/object-storage';
import { withTimeout } from '../lib/time';

/** Where a node writes. */
export const WRITTEN_STORES = ['data folder', 'media storage', 'database'] as const;
export type WrittenStore = (typeof WRITTEN_STORES)[number];

/** However many ask, each store is tried this often at most: S3 counts each write. */
const FRESH_MS = 15_000;
/** Of one try. S3 across a continent takes a second. */
const TIMEOUT_MS = 5_000;
/** More than one page of any file system. */
const PROBE = Buffer.alloc(16_384, 'Storyreel tries whether it can write here. ');

/**
 * Tries whether the stores take anything, by writing a little to each and removing it again. That they answer does not
 * tell: a disk that is full can be read, and a bucket is not asked for before something is kept in it.
 */
@Injectable()
export class WriteProbes {
  private readonly logger = new Logger('WriteProbes');
  private last: { failing: Promise<ReadonlySet<WrittenStore>>; freshUntil: number } | null = null;
  private known: ReadonlySet<WrittenStore> = new Set();

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home'>,
    @Inject(OBJECT_STORAGE) private readonly storage: Pick<ObjectStorage, 'put' | 'delete'>,
    @Inject(PG_POOL) private readonly pool: Pick<Pool, 'query' | 'connect'>,
  ) {}

  /** The stores to which nothing can be written, as they were at most 15 seconds ago. */
  failing(now = performance.now()): Promise<ReadonlySet<WrittenStore>> {
    if (this.last === null || now >= this.last.freshUntil) {
      this.last = { failing: this.try(), freshUntil: now + FRESH_MS };
    }
    return this.last.failing;
  }

  private async try(): Promise<ReadonlySet<WrittenStore>> {
    const probes: Record<WrittenStore, () => Promise<void>> = {
      'data folder': () => this.tryFolder(),
      'media storage': () => this.tryMedia(),
      database: () => this.tryDatabase(),
    };
    const failing = new Set<WrittenStore>();
    await Promise.all(
      WRITTEN_STORES.map((store) =>
        withTimeout(TIMEOUT_MS, probes[store](), () => new Error(`no end within ${TIMEOUT_MS} ms`)).catch(
          (error: unknown) => {
            failing.add(store);
            // Once, not every 15 seconds for as long as it lasts.
            if (!this.known.has(store)) this.logger.error(error, `Nothing can be written to the ${store}`);
          },
        ),
      ),
    );
    for (const store of this.known) if (!failing.has(store)) this.logger.log(`The ${store} can be written again`);
    this.known = failing;
    return failing;
  }

  private async tryFolder(): Promise<void> {
    const path = join(this.config.home, `.write-probe-${randomUUID()}`);
    try {
      const file = await open(path, 'wx', 0o600);
      try {
        await file.writeFile(PROBE);
        await file.sync();
      } finally {
        await file.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  private async tryMedia(): Promise<void> {
    const name = `probe-${randomUUID()}`;
    try {
      const source = Readable.from([PROBE], { objectMode: false });
      await this.storage.put(name, source, { contentType: 'text/plain', maxBytes: PROBE.length });
    } finally {
      await this.storage.delete(name);
    }
  }

  /** A table of its own needs new pages: a row may find room in those that are there, on a disk that is full. */
  private async tryDatabase(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query(`begin; create temp table write_probe on commit drop as
        select repeat(md5(n::text), 200) as filling from generate_series(1, 8) n; commit`);
      client.release();
    } catch (error) {
      // It may be in the middle of the transaction.
      client.release(true);
      throw error;
    }
  }
}
