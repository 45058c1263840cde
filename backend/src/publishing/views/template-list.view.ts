import { Injectable } from '@nestjs/common';
import type { ContentTemplate } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { SEEDED_TEMPLATES, TEMPLATE_EVENT_TYPES } from '../domain/content-template';
import type { TemplateContent, TemplateEvent } from '../domain/content-template';

export interface TemplateRow extends TemplateContent {
  id: string;
  ownerId: string;
  createdAt: string;
}

/** The saved templates of users. */
export const templateListView: View<TemplateRow, TemplateEvent> = {
  name: 'content_template_list',
  version: 1,
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    name: { type: 'text' },
    contentTemplate: { type: 'text' },
    hashtagTemplate: { type: 'text' },
    createdAt: { type: 'text' },
  },
  indexes: [['ownerId', 'createdAt']],
  types: TEMPLATE_EVENT_TYPES,
  keys: (event) => [idOfStream(event.streamId)],
  evolve(_row, event, id) {
    const { ownerId, at } = event.metadata;
    switch (event.type) {
      case 'TemplateSaved':
        return { id, ownerId, ...event.data, createdAt: at };
      case 'TemplateDeleted':
        return null;
      case 'TemplateRestored':
        return { id, ownerId, ...event.data };
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

export const templateEntity = entityOf(templateListView);

@Injectable()
export class TemplateQueries {
  constructor(private readonly database: DataSource) {}

  /** Returns the user's own templates, newest first, then the built-in ones. */
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
