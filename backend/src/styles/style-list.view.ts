import type { Style } from '@storyreel/contracts';
import { idOfStream } from '../platform/domain/aggregate';
import { entityOf, type View } from '../platform/views/view';
import { STYLE_EVENT_TYPES, type StyleEvent } from './style';

export interface StyleRow extends Style {
  ownerId: string;
}

/** A user's styles. */
export const styleListView: View<StyleRow, StyleEvent> = {
  name: 'style_list',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    imageUrl: { type: 'text' },
    prompt: { type: 'text', nullable: true },
    category: { type: 'text' },
    attributes: { type: 'text', nullable: true },
    createdAt: { type: 'text' },
    updatedAt: { type: 'text' },
  },
  key: 'id',
  indexes: [['ownerId', 'createdAt']],
  types: STYLE_EVENT_TYPES,
  keys: (event) => [idOfStream(event.streamId)],
  evolve(row, event, id) {
    const { ownerId, at } = event.metadata;
    switch (event.type) {
      case 'StyleAdded':
        return { id, ownerId, ...event.data, createdAt: at, updatedAt: at };
      case 'StyleUpdated':
        return row && { ...row, ...event.data, updatedAt: at };
      case 'StyleDeleted':
        return null;
      case 'StyleRestored':
        return { id, ownerId, ...event.data, updatedAt: at };
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

export const styleEntity = entityOf(styleListView);
export const toStyle = ({ ownerId: _, ...style }: StyleRow): Style => style;
