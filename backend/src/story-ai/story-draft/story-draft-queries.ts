import { Inject, Injectable } from '@nestjs/common';
import type { StoryDraft, StoryDraftResponse } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { notFound } from '../../platform/domain/domain-error';
import { storyDraftEntity, type StoryDraftRow } from './story-draft.view';

/** What /api and the worker read of drafts. */
@Injectable()
export class StoryDraftQueries {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  async ofProject(projectId: string, userId: string): Promise<StoryDraftResponse> {
    const row = await this.database.getRepository(storyDraftEntity).findOneBy({ projectId, userId });
    return { draft: row && !row.isDismissed ? present(row) : null };
  }

  /** @throws DomainError not_found when another story has taken its place */
  async one(projectId: string, userId: string, id: string): Promise<StoryDraft> {
    const draft = await this.find(projectId, userId, id);
    if (!draft) throw notFound();
    return draft;
  }

  async find(projectId: string, userId: string, id: string): Promise<StoryDraft | null> {
    const row = await this.database.getRepository(storyDraftEntity).findOneBy({ projectId, userId, id });
    return row && present(row);
  }
}

const present = ({ userId: _user, isDismissed: _dismissed, createdAt, ...row }: StoryDraftRow): StoryDraft => ({
  ...row,
  createdAt: new Date(createdAt).toISOString(),
});
