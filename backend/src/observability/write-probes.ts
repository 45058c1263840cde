import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { APP_CONFIG, type AppConfig } from '../infra/config/app-config';
import { OBJECT_STORAGE, type ObjectStorage } from '../infra/storage/object-storage';
import { withTimeout } from '../lib/time';

/** Names of the stores that a node writes to. */
export const WRITTEN_STORES = ['data folder', 'media storage', 'database'] as const;
export type WrittenStore = (typeof WRITTEN_STORES)[number];

/** Milliseconds for which a probe's result is reused, however many callers there are: S3 charges for each write. */
const FRESH_MS = 15_000;
/** Timeout of a probe, in milliseconds: S3 across a continent takes a second. */
const TIMEOUT_MS = 5_000;
/** Larger than one page of any file system. */
const PROBE = Buffer.alloc(16_384, 'Storyreel tests whether it can write here. ');

/**
 * Probes the stores by writing a few bytes to each and deleting them again. A successful read proves nothing: a full
 * disk is still readable, and a bucket is first contacted on a write.
 */
@Injectable()
export class WriteProbes {
  private readonly logger = new Logger('WriteProbes');
  private last: { failing: Promise<ReadonlySet<WrittenStore>>; freshUntil: number } | null = null;
  private known: ReadonlySet<WrittenStore> = new Set();

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home'>,
    @Inject(OBJECT_STORAGE) private readonly storage: Pick<ObjectStorage, 'put' | 'delete'>,
    @Inject(Pool) private readonly pool: Pick<Pool, 'query' | 'connect'>,
  ) {}

  /** Returns the stores that are not writable; the result is at most 15 seconds old. */
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
            // Logs a failure once, not every 15 seconds while it lasts.
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

  /** Creates a table, which needs new pages: on a full disk, a new row might still fit into existing pages. */
  private async tryDatabase(): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query(`begin; create temp table write_probe on commit drop as
        select repeat(md5(n::text), 200) as filling from generate_series(1, 8) n; commit`);
      client.release();
    } catch (error) {
      // The connection may still be inside the transaction, so it is not reused.
      client.release(true);
      throw error;
    }
  }
}
