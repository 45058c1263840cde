import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { DataSource, Not } from 'typeorm';
import { Quota } from '../../platform/commands/room';
import { projectListEntity } from '../views/project-list.view';

/** The limit of a user's projects. */
@Injectable()
export class ProjectQuota extends Quota {
  constructor(@Inject(DataSource) database: DataSource) {
    super({
      limit: LIMITS.projectsPerUser,
      things: 'projects',
      others: (userId, id) =>
        database.getRepository(projectListEntity).countBy({ userId, deleted: false, id: Not(id) }),
    });
  }
}
