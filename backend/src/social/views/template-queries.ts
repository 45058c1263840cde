import { Inject, Injectable } from '@nestjs/common';
import type { ContentTemplate } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { SEEDED_TEMPLATES } from '../domain/seeded-templates';
import { templateEntity } from './template-list.view';

@Injectable()
export class TemplateQueries {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** The user's own, newest first, and then everybody's. */
  async ofUser(ownerId: string): Promise<ContentTemplate[]> {
    const rows = await this.database
      .getRepository(templateEntity)
      .find({ where: { ownerId }, order: { createdAt: 'desc', id: 'asc' } });
    const own = rows.map(({ id, name, contentTemplate, hashtagTemplate }) => ({
      ...{ id, name, contentTemplate, hashtagTemplate },
      isSeeded: false,
    }));
    return [...own, ...SEEDED_TEMPLATES];
  }
}
