import { Inject, Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { ALL_VIEWS, columnName, tableName, VIEWS_SCHEMA } from '../../../eventsourcing/views/view';
import type { AnyView } from '../../../eventsourcing/views/view';
import { ViewRunner } from '../../../eventsourcing/views/view-runner';
import { APP_CONFIG } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import { HourlySweep, keyOfMediaUrl, MediaStore } from '../../../infra/storage';
import { Clock, daysBefore } from '../../../lib/time';
import { sceneImageView } from './scene-image.view';

const BATCH = 500;
const CAUGHT_UP_MS = 30_000;
const LOCK = 7_104_180;
const MB = 1_048_576;

/**
 * Views, or properties of views, that only record the past: a file named there does not count as used. Every other row
 * that names a file counts as a use, also in views that are added later.
 */
const TOLD: Readonly<Record<string, readonly string[] | 'all'>> = {
  [sceneImageView.name]: 'all',
  image_job: 'all',
  run: 'all',
  paid_run: 'all',
  scene_list: ['removedMedia', 'removedMainUrls', 'origins'],
};

const usersOf = (views: readonly AnyView[]): AnyView[] =>
  views.filter(({ name, columns }) => TOLD[name] !== 'all' && ('userId' in columns || 'ownerId' in columns));

/** SQL that selects which of the media keys $2 are named by the rows of user $1; `told`: columns to leave out. */
const namedIn = (from: string, owner: string, told: readonly string[] = []): string =>
  `select named[1] as key from ${from} t, regexp_matches(
     (to_jsonb(t) - array[${told.map((column) => `'${column}'`).join(', ')}]::text[])::text,
     '/api/media/([A-Za-z0-9_-]{22,64})', 'g') as named
   where t.${owner}::text = $1 and named[1] = any($2::text[])`;

function usesSql(views: readonly AnyView[]): string {
  const ofViews = usersOf(views).map((view) => {
    const told = TOLD[view.name];
    const columns = Array.isArray(told) ? told.map((property: string) => columnName(view, property)) : [];
    const owner = columnName(view, 'userId' in view.columns ? 'userId' : 'ownerId');
    return namedIn(`${VIEWS_SCHEMA}.${tableName(view)}`, owner, columns);
  });
  const others = ['sandbox_publications', 'jobs'].map((table) => namedIn(`platform.${table}`, 'owner_id'));
  return [...ofViews, ...others].join('\nunion\n');
}

const CANDIDATES = `
select i.id, i.url, i.user_id as "userId", i.dropped_at::text as "droppedAt"
from ${VIEWS_SCHEMA}.${tableName(sceneImageView)} i
join platform.stored_objects o on o.key = substr(i.url, length('/api/media/') + 1) and o.state = 'ready'
  and o.owner_id = i.user_id
where i.url like '/api/media/%' and i.dropped_at < $1 and (i.dropped_at, i.id) > ($2::timestamptz, $3)
order by i.dropped_at, i.id limit ${BATCH}`;

interface Candidate {
  id: string;
  url: string;
  userId: string;
  droppedAt: string;
}

/**
 * Deletes images DROPPED_IMAGES_DAYS after they were removed from their scene, unless another item of the same user
 * still names them: another scene, an alternative, a film, a post. The history and the tray of dropped images then show
 * that the image is deleted.
 */
@Injectable()
export class DroppedImages extends HourlySweep {
  protected readonly what = 'Dropped images';
  private readonly log = new Logger(DroppedImages.name);
  private readonly uses: string;

  constructor(
    private readonly pool: Pool,
    @Inject(ALL_VIEWS) views: readonly AnyView[],
    @Inject(ViewRunner) private readonly runner: Pick<ViewRunner, 'reachHead'>,
    private readonly media: MediaStore,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'droppedImagesDays'>,
  ) {
    super();
    this.uses = usesSql(views);
  }

  /** Deletes unused dropped images. Only one node does so at a time; other nodes skip their sweep meanwhile. */
  async sweep(): Promise<number> {
    const { droppedImagesDays } = this.config;
    if (droppedImagesDays === 0) return 0;
    const client = await this.pool.connect();
    try {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK]);
      if (!rows[0]?.locked) return 0;
      return await this.deleteBefore(daysBefore(this.clock.now(), droppedImagesDays));
    } finally {
      // Closing the connection releases the lock.
      client.release(true);
    }
  }

  private async deleteBefore(before: Date): Promise<number> {
    let [count, bytes] = [0, 0];
    for (let last = { droppedAt: '-infinity', id: '' }; ;) {
      const values = [before, last.droppedAt, last.id];
      const { rows } = await this.pool.query<Candidate>(CANDIDATES, values);
      for (const userId of new Set(rows.map((row) => row.userId))) {
        const keys = rows.filter((row) => row.userId === userId).flatMap(({ url }) => keyOfMediaUrl(url) ?? []);
        const deleted = await this.deleteUnused(userId, [...new Set(keys)]);
        count += deleted.count;
        bytes += deleted.bytes;
      }
      const end = rows.at(-1);
      if (!end || rows.length < BATCH) break;
      last = end;
    }
    if (count > 0) this.log.log(`${count} dropped images had ${(bytes / MB).toFixed(1)} MB`);
    return count;
  }

  private async deleteUnused(userId: string, keys: readonly string[]): Promise<{ count: number; bytes: number }> {
    const used = await this.usedBy(userId, keys);
    const unused = keys.filter((key) => !used.has(key));
    return this.media.removeUnless(userId, unused, (withdrawn) => this.usedBy(userId, withdrawn));
  }

  /** Returns those keys that some item of the user still names. */
  private async usedBy(userId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    if (!(await this.runner.reachHead(CAUGHT_UP_MS))) throw new Error('The views are behind.');
    const { rows } = await this.pool.query<{ key: string }>(this.uses, [userId, keys]);
    return new Set(rows.map(({ key }) => key));
  }
}
