import { idOfStream } from '../../platform/domain/aggregate';
import { entityOf, type View } from '../../platform/views/view';
import { TEMPLATE_EVENT_TYPES, type TemplateContent, type TemplateEvent } from '../domain/content-template';

export interface TemplateRow extends TemplateContent {
  id: string;
  ownerId: string;
  createdAt: string;
}

/** The templates that users have saved. */
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
