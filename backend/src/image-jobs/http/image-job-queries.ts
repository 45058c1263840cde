import { Inject, Injectable } from '@nestjs/common';
import type { ImageJob, ImageQueue } from '@storyreel/contracts';
import { DataSource, In, LessThan } from 'typeorm';
import { notFound } from '../../platform/domain/refusal';
import { IMAGE_CONCURRENCY } from '../image-queue';
import { imageJobEntity, type ImageJobRow } from '../image-job.view';

const UNFINISHED = ['queued', 'processing'] as const;

@Injectable()
export class ImageJobQueries {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  private get rows() {
    return this.dataSource.getRepository(imageJobEntity);
  }

  /** The user's unfinished jobs in the queue's order. */
  async queue(userId: string): Promise<ImageQueue> {
    const rows = await this.rows.find({ where: { userId, status: In([...UNFINISHED]) }, order: { queuedAt: 'ASC' } });
    const jobs = await Promise.all(rows.map((row) => this.present(row)));
    const activeJobs = rows.filter((row) => row.status === 'processing').length;
    return { jobs, activeJobs, queuedJobs: rows.length - activeJobs };
  }

  /** @throws Refusal not_found, for somebody else's job too */
  async job(userId: string, id: string): Promise<ImageJob> {
    const job = await this.find(userId, id);
    if (!job) throw notFound();
    return job;
  }

  async find(userId: string, id: string): Promise<ImageJob | null> {
    const row = await this.rows.findOneBy({ id, userId });
    return row && this.present(row);
  }

  private async present(row: ImageJobRow): Promise<ImageJob> {
    const { id, sceneId, projectId, status, error, createdAt, startedAt } = row;
    const result = status === 'completed' ? { imageUrls: row.imageUrls } : null;
    return {
      id,
      sceneId,
      projectId,
      status,
      queuePosition: await this.position(row),
      result,
      error,
      createdAt,
      startedAt,
    };
  }

  /** Its place among the jobs of everybody that wait, from 1; 0 when it starts at once, since a place is free. */
  private async position(row: ImageJobRow): Promise<number> {
    if (row.status !== 'queued') return 0;
    const [before, active] = await Promise.all([
      this.rows.countBy({ status: 'queued', queuedAt: LessThan(row.queuedAt) }),
      this.rows.countBy({ status: 'processing' }),
    ]);
    const free = Math.max(0, IMAGE_CONCURRENCY - active);
    return Math.max(0, before - free + 1);
  }
}
