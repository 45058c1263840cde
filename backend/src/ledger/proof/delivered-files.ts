import type { Pool } from 'pg';
import { keyOfMediaUrl } from '../../infra/storage';
import type { Findings } from './verification';

const PAGE = 1_000;

interface DeliveryPlace {
  stream: string;
  revision: number;
  ownerId: string;
}

/**
 * Compares the hashes in the events of completed jobs with the hashes of the stored files. A missing file is not a
 * finding, since people delete their files. The bytes themselves are compared by a backup.
 */
export class DeliveredFiles {
  private waiting: { place: DeliveryPlace; url: string; sha256: string }[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly findings: Findings,
  ) {}

  /** @returns a promise to await once a page of files is full, else null */
  add(place: DeliveryPlace, delivered: Readonly<Record<string, string>>): Promise<void> | null {
    for (const [url, sha256] of Object.entries(delivered)) this.waiting.push({ place, url, sha256 });
    return this.waiting.length >= PAGE ? this.finish() : null;
  }

  async finish(): Promise<void> {
    const page = this.waiting;
    this.waiting = [];
    const keys = page.flatMap(({ url }) => keyOfMediaUrl(url) ?? []);
    if (keys.length === 0) return;
    const { rows } = await this.pool.query<{ key: string; sha256: string }>(
      `select key, sha256 from platform.stored_objects where key = any($1) and state = 'ready'`,
      [keys],
    );
    const stored = new Map(rows.map(({ key, sha256 }) => [key, sha256]));
    for (const { place, url, sha256: expected } of page) {
      const found = stored.get(keyOfMediaUrl(url) ?? '') ?? expected;
      const reason = `delivered ${url}, and another file is stored there`;
      if (found !== expected) this.findings.add({ what: 'delivery', ...place, reason, expected, found });
    }
  }
}
