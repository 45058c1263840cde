import { Inject, Injectable } from '@nestjs/common';
import type { PageQuery, SignedHeadsSummary } from '@storyreel/contracts';
import { DataSource, LessThan } from 'typeorm';
import { z } from 'zod';
import { keyFrom, type Page, pageOf } from '../../platform/paging/page';
import { signedHeadsEntity } from './signed-heads.view';

const cursorShape = z.tuple([z.string()]);

@Injectable()
export class SignedHeadsQueries {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list({ limit, cursor }: PageQuery): Promise<Page<SignedHeadsSummary>> {
    const where = cursor === undefined ? {} : { day: LessThan(keyFrom(cursor, cursorShape)[0]) };
    const rows = await this.dataSource
      .getRepository(signedHeadsEntity)
      .find({ where, order: { day: 'DESC' }, take: limit + 1 });
    return pageOf(rows, limit, ({ day }) => [day]);
  }
}
