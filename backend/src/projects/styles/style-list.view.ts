import { Injectable } from '@nestjs/common';
import type { Style } from '@storyreel/contracts';
import { DataSource } from 'typeorm';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import type { PushRule } from '../../eventsourcing/push/push-rule';
import { entityOf } from '../../eventsourcing/views/view';
import type { View } from '../../eventsourcing/views/view';
import { notFound } from '../../lib/domain-error';
import { STYLE_EVENT_TYPES } from './style';
import type { StyleEvent } from './style';

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

const styleEntity = entityOf(styleListView);
const toStyle = ({ ownerId: _, ...style }: StyleRow): Style => style;

@Injectable()
export class StyleQueries {
  constructor(private readonly database: DataSource) {}

  /** Returns a user's styles, newest first. */
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

export const stylesPushRule: PushRule = { types: STYLE_EVENT_TYPES, draft: () => ({ type: 'stylesChanged' }) };
