import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@storyreel/contracts';
import { DataSource, Not } from 'typeorm';
import { Quota } from '../../platform/commands/room';
import { templateEntity } from '../views/template-list.view';

/** The limit of the templates that a user has saved. */
@Injectable()
export class TemplateQuota extends Quota {
  constructor(@Inject(DataSource) database: DataSource) {
    super({
      limit: LIMITS.templatesPerUser,
      things: 'templates',
      others: (ownerId, id) => database.getRepository(templateEntity).countBy({ ownerId, id: Not(id) }),
    });
  }
}
