import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { DataSource, Not } from 'typeorm';
import { Quota } from '../../platform/commands/room';
import { postListEntity } from '../views/post-list.view';

/** The limit of a user's posts. */
@Injectable()
export class PostQuota extends Quota {
  constructor(@Inject(DataSource) database: DataSource) {
    super({
      limit: LIMITS.postsPerUser,
      things: 'posts',
      others: (ownerId, id) => database.getRepository(postListEntity).countBy({ ownerId, deleted: false, id: Not(id) }),
    });
  }
}
