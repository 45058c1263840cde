import { Inject, Injectable } from '@nestjs/common';
import type { Style } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { notFound } from '../platform/domain/domain-error';
import { styleEntity, toStyle } from './style-list.view';

@Injectable()
export class StyleQueries {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** Newest first. */
  async ofUser(ownerId: string): Promise<Style[]> {
    const rows = await this.database
      .getRepository(styleEntity)
      .find({ where: { ownerId }, order: { createdAt: 'desc', id: 'asc' } });
    return rows.map(toStyle);
  }

  /** @throws DomainError 'not_found' */
  async one(id: string, ownerId: string): Promise<Style> {
    const row = await this.database.getRepository(styleEntity).findOneBy({ id, ownerId });
    if (!row) throw notFound();
    return toStyle(row);
  }
}
