import type { Style, StyleCategory } from '@storyreel/contracts';
import type { Aggregate } from '../platform/domain/aggregate';
import type { DomainEvent } from '../platform/domain/domain-event';
import { notFound } from '../platform/domain/domain-error';

export interface StyleContent {
  name: string;
  description: string | null;
  imageUrl: string;
  prompt: string | null;
  category: StyleCategory;
  attributes: string | null;
}

export type StyleAdded = DomainEvent<'StyleAdded', StyleContent>;
export type StyleUpdated = DomainEvent<'StyleUpdated', StyleContent>;
export type StyleDeleted = DomainEvent<'StyleDeleted', Record<string, never>>;
/** Carries the whole style: views have forgotten it. createdAt: ISO 8601, of its first addition. */
export type StyleRestored = DomainEvent<'StyleRestored', StyleContent & { createdAt: string }>;
export type StyleEvent = StyleAdded | StyleUpdated | StyleDeleted | StyleRestored;
export const STYLE_EVENT_TYPES: readonly StyleEvent['type'][] = [
  'StyleAdded',
  'StyleUpdated',
  'StyleDeleted',
  'StyleRestored',
];

export interface StyleState {
  status: 'none' | 'live' | 'deleted';
  ownerId: string | null;
  /** ISO 8601 */
  createdAt: string;
  updatedAt: string;
  content: StyleContent | null;
}

/** Stream `style-<id>`. */
export const styleAggregate: Aggregate<StyleState, StyleEvent> = {
  category: 'style',
  initial: { status: 'none', ownerId: null, createdAt: '', updatedAt: '', content: null },
  evolve: (state, event, metadata) => {
    const { at } = metadata;
    switch (event.type) {
      case 'StyleAdded':
        return { status: 'live', ownerId: metadata.ownerId, createdAt: at, updatedAt: at, content: event.data };
      case 'StyleUpdated':
        return { ...state, updatedAt: at, content: event.data };
      case 'StyleDeleted':
        return { ...state, status: 'deleted' };
      case 'StyleRestored':
        return { ...state, status: 'live', updatedAt: at };
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

/** A style as its own state tells it. @throws DomainError not_found for one that is deleted */
export function presentStyle(id: string, { status, content, createdAt, updatedAt }: StyleState): Style {
  if (status !== 'live' || content === null) throw notFound();
  return { id, ...content, createdAt, updatedAt };
}
