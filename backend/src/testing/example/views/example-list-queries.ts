import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exampleListEntity, type ExampleListRow } from './example-list.view';

@Injectable()
export class ExampleListQueries {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** What changed last comes first. */
  ofUser(ownerId: string): Promise<ExampleListRow[]> {
    return this.database
      .getRepository(exampleListEntity)
      .find({ where: { ownerId }, order: { updatedAt: 'desc', id: 'asc' } });
  }
}
