import { Inject, Injectable } from '@nestjs/common';
import type { SocialAccount } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { socialAccountEntity } from './social-account-list.view';

@Injectable()
export class SocialAccountQueries {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** In the order in which they were first connected. */
  async ofUser(ownerId: string): Promise<SocialAccount[]> {
    const rows = await this.database
      .getRepository(socialAccountEntity)
      .find({ where: { ownerId }, order: { createdAt: 'asc', id: 'asc' } });
    return rows.map(({ ownerId: _, ...account }) => account);
  }
}
