import type { ContentTemplate } from '@storyreel/contracts';
import type { Aggregate, Environment } from '../../platform/domain/aggregate';
import type { DomainEvent } from '../../platform/domain/domain-event';
import { notFound } from '../../platform/domain/domain-error';

export type TemplateContent = Pick<ContentTemplate, 'name' | 'contentTemplate' | 'hashtagTemplate'>;

export type TemplateSaved = DomainEvent<'TemplateSaved', TemplateContent>;
export type TemplateDeleted = DomainEvent<'TemplateDeleted', Record<string, never>>;
/** Carries the whole template: views have forgotten it. createdAt: ISO 8601, of when it was saved. */
export type TemplateRestored = DomainEvent<'TemplateRestored', TemplateContent & { createdAt: string }>;
export type TemplateEvent = TemplateSaved | TemplateDeleted | TemplateRestored;
export const TEMPLATE_EVENT_TYPES: readonly TemplateEvent['type'][] = [
  'TemplateSaved',
  'TemplateDeleted',
  'TemplateRestored',
];

export interface TemplateState {
  status: 'none' | 'live' | 'deleted';
  ownerId: string;
  /** ISO 8601 */
  createdAt: string;
  content: TemplateContent;
}

/** Stream `contenttemplate-<id>`. */
export const templateAggregate: Aggregate<TemplateState, TemplateEvent> = {
  category: 'contenttemplate',
  initial: {
    status: 'none',
    ownerId: '',
    createdAt: '',
    content: { name: '', contentTemplate: '', hashtagTemplate: '' },
  },
  evolve(state, event, { ownerId, at }) {
    switch (event.type) {
      case 'TemplateSaved':
        return { status: 'live', ownerId, createdAt: at, content: event.data };
      case 'TemplateDeleted':
        return { ...state, status: 'deleted' };
      case 'TemplateRestored':
        return { ...state, status: 'live' };
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  },
};

/** @throws DomainError 'not_found' for what is not there and what belongs to somebody else alike */
export function ownTemplate(state: TemplateState, { ownerId }: Pick<Environment, 'ownerId'>): TemplateState {
  if (state.status === 'none' || state.ownerId !== ownerId) throw notFound();
  return state;
}

/** @throws DomainError 'not_found' for one that is deleted by now */
export function presentTemplate(id: string, { status, content }: TemplateState): ContentTemplate {
  if (status !== 'live') throw notFound();
  return { id, ...content, isSeeded: false };
}
