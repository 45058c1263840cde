import { Inject, Injectable } from '@nestjs/common';
import { IMAGE_WORKS } from '@storyreel/contracts';
import type { ImageJob, ImageJobStatus, ImageQueue, ImageWork } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { entityOf } from '../../../eventsourcing/views/view';
import { APP_CONFIG } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import { notFound } from '../../../lib/domain-error';
import { JobKind, kindOf } from '../../../projects/storyboard';
import type { ImagesMade } from '../../../projects/storyboard';
import { JOB_COLUMNS, jobView } from '../../views/job.view';
import type { JobRow } from '../../views/job.view';

interface ImageJobRow extends JobRow<ImageJobStatus> {
  /** The kind of work. Each kind has its own queue. */
  work: ImageWork;
  imageUrls: string[];
  startedAt: string | null;
  /** Position of the event that queued the job; orders the queue. */
  queuedPosition: string;
}

export const imageJobView = jobView<ImageJobRow, ImagesMade>({
  name: 'image_job',
  version: 2,
  kind: IMAGE_WORKS.map((work) => new JobKind<unknown, ImagesMade>(work)),
  done: 'completed',
  columns: {
    ...JOB_COLUMNS,
    work: { type: 'text' },
    imageUrls: { type: 'jsonb' },
    startedAt: { type: 'text', nullable: true },
    queuedPosition: { type: 'text', name: 'queued_at' },
  },
  indexes: [
    ['userId', 'status'],
    ['status', 'queuedPosition'],
  ],
  queued: (row, event) => ({
    ...row,
    work: kindOf(event) as ImageWork,
    imageUrls: [],
    startedAt: null,
    queuedPosition: event.position,
  }),
  started: ({ metadata }) => ({ startedAt: metadata.at }),
  completed: ({ images }) => ({ imageUrls: images.map(({ url }) => url) }),
});

const imageJobEntity = entityOf(imageJobView);

type PlacedRow = Pick<
  ImageJobRow,
  'id' | 'sceneId' | 'projectId' | 'work' | 'status' | 'imageUrls' | 'error' | 'createdAt' | 'startedAt'
> & {
  /** Place among all users' queued jobs, from 1; null when the job is not queued. */
  place: number | null;
  /** Number of running jobs of all users. */
  active: number;
};

export interface Standing {
  /** The job's position in the queue; null until the view includes the job. */
  queuePosition: number | null;
  /** Number of this user's running jobs. */
  activeJobs: number;
  queuedJobs: number;
}

/**
 * Ranks all users' queued jobs of a kind in the order of execution: users take turns, beginning with those who have the
 * fewest running jobs. Computed once per query, however many jobs are selected.
 */
const placed = (table: string): string => `
  with running as (
    select user_id, work, count(*)::int as jobs from ${table} where status = 'processing' group by user_id, work),
  waiting as (
    select id, user_id, work, queued_at, row_number() over (partition by user_id, work order by queued_at) as turn
    from ${table} where status = 'queued'),
  placed as (
    select w.id, w.user_id,
           row_number() over (partition by w.work order by w.turn + coalesce(r.jobs, 0), w.queued_at)::int as place
    from waiting w left join running r using (user_id, work)),
  active as (select work, sum(jobs)::int as jobs from running group by work)`;

@Injectable()
export class ImageJobQueries {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'imageConcurrency'>,
  ) {}

  private get table(): string {
    return this.dataSource.getMetadata(imageJobEntity).tablePath;
  }

  /** Returns the user's unfinished jobs in queue order. */
  async queue(userId: string): Promise<ImageQueue> {
    const rows = await this.rows(`j.status in ('queued', 'processing')`, [userId]);
    const activeJobs = rows.filter((row) => row.status === 'processing').length;
    return { jobs: rows.map((row) => this.present(row)), activeJobs, queuedJobs: rows.length - activeJobs };
  }

  /** @throws DomainError not_found, even if the job exists but belongs to another user */
  async job(userId: string, id: string): Promise<ImageJob> {
    const [row] = await this.rows('j.id = $2', [userId, id]);
    if (!row) throw notFound();
    return this.present(row);
  }

  /** Returns a job's queue position and the size of its user's queue. */
  async standing(userId: string, id: string): Promise<Standing> {
    const rows = await this.dataSource.query<
      { status: string | null; place: number | null; active: number; own: number; queued: number }[]
    >(
      `${placed(this.table)}
       select j.status, p.place, coalesce(a.jobs, 0) as active,
              (select coalesce(sum(r.jobs), 0)::int from running r where r.user_id = $1) as own,
              (select count(*)::int from placed p where p.user_id = $1) as queued
       from (select $2::uuid as id) asked
       left join ${this.table} j on j.id = asked.id and j.user_id = $1
       left join placed p on p.id = j.id left join active a on a.work = j.work`,
      [userId, id],
    );
    const { status = null, place = null, active = 0, own = 0, queued = 0 } = rows[0] ?? {};
    const queuePosition = status === null ? null : this.positionOf(place, active);
    return { queuePosition, activeJobs: own, queuedJobs: queued };
  }

  private rows(which: string, values: string[]): Promise<PlacedRow[]> {
    return this.dataSource.query<PlacedRow[]>(
      `${placed(this.table)}
       select j.id, j.scene_id as "sceneId", j.project_id as "projectId", j.status, j.image_urls as "imageUrls",
              j.error, j.created_at as "createdAt", j.started_at as "startedAt", j.work, p.place,
              coalesce(a.jobs, 0) as active
       from ${this.table} j left join active a on a.work = j.work left join placed p on p.id = j.id
       where j.user_id = $1 and ${which} order by j.queued_at`,
      values,
    );
  }

  private present({ imageUrls, place, active, ...row }: PlacedRow): ImageJob {
    const result = row.status === 'completed' ? { imageUrls } : null;
    return { ...row, queuePosition: this.positionOf(place, active), result };
  }

  /**
   * Returns the position in the queue, from 1. Returns 0 for a job that is not queued, or that starts at once because a
   * slot is free.
   */
  private positionOf(place: number | null, active: number): number {
    const free = Math.max(0, this.config.imageConcurrency - active);
    return place === null ? 0 : Math.max(0, place - free);
  }
}
