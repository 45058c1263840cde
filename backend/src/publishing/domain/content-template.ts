import type { ContentTemplate } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { NoData } from '../../eventsourcing/commands/command-handler';
import type { Aggregate, Environment } from '../../eventsourcing/domain/aggregate';
import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import { notFound } from '../../lib/domain-error';

export type TemplateContent = Pick<ContentTemplate, 'name' | 'contentTemplate' | 'hashtagTemplate'>;

export type TemplateSaved = DomainEvent<'TemplateSaved', TemplateContent>;
export type TemplateDeleted = DomainEvent<'TemplateDeleted', Record<string, never>>;
/**
 * Holds the whole template, because the views no longer have it. `createdAt`: when the template was saved, ISO 8601.
 */
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

/** @throws DomainError 'not_found', both for a missing template and for another user's */
export function ownTemplate(state: TemplateState, { ownerId }: Pick<Environment, 'ownerId'>): TemplateState {
  if (state.status === 'none' || state.ownerId !== ownerId) throw notFound();
  return state;
}

/** @throws DomainError 'not_found' for a deleted template */
export function presentTemplate(id: string, { status, content }: TemplateState): ContentTemplate {
  if (status !== 'live') throw notFound();
  return { id, ...content, isSeeded: false };
}

/**
 * Templates for all users; they are not stored in a stream and cannot be deleted. Authors replace the text in brackets.
 */
export const SEEDED_TEMPLATES: readonly ContentTemplate[] = [
  {
    id: '5eed0000-0000-4000-8000-000000000001',
    name: 'New film',
    contentTemplate:
      'My new short film is out: [title].\n\n[One sentence about the story, without its ending.]\n\nWatch it to the end and tell me what you think.',
    hashtagTemplate: 'shortfilm storytelling newrelease',
    isSeeded: true,
  },
  {
    id: '5eed0000-0000-4000-8000-000000000002',
    name: 'Behind the scenes',
    contentTemplate:
      'How this scene was made: [what you began with], [what you changed], [what surprised you].\n\nWhich scene should I show next?',
    hashtagTemplate: 'behindthescenes storyboard filmmaking',
    isSeeded: true,
  },
  {
    id: '5eed0000-0000-4000-8000-000000000003',
    name: 'Coming soon',
    contentTemplate:
      '[A line from the story, as somebody in it says it.]\n\n[Title] comes out on [day]. Follow along so that you do not miss it.',
    hashtagTemplate: 'comingsoon teaser shortfilm',
    isSeeded: true,
  },
];

export class SaveTemplate extends AggregateCommand<TemplateState, TemplateContent> {}

/** The template id is derived from the command, so a repeated command finds the template already saved. */
export function decideSaveTemplate({ data }: Pick<SaveTemplate, 'data'>, { status }: TemplateState): TemplateEvent[] {
  return status === 'none' ? [{ type: 'TemplateSaved', data }] : [];
}

export const SaveTemplateHandler = handlerFor(SaveTemplate, templateAggregate, decideSaveTemplate);

export class DeleteTemplate extends AggregateCommand<TemplateState, NoData> {}

export function decideDeleteTemplate(_: unknown, state: TemplateState, environment: Environment): TemplateEvent[] {
  if (ownTemplate(state, environment).status === 'deleted') throw notFound();
  return [{ type: 'TemplateDeleted', data: {} }];
}

/** Undoes a deletion. */
export class RestoreTemplate extends AggregateCommand<TemplateState, NoData> {}

export function decideRestoreTemplate(_: unknown, state: TemplateState, environment: Environment): TemplateEvent[] {
  const { status, content, createdAt } = ownTemplate(state, environment);
  return status === 'live' ? [] : [{ type: 'TemplateRestored', data: { ...content, createdAt } }];
}

export const DeleteTemplateHandler = handlerFor(DeleteTemplate, templateAggregate, decideDeleteTemplate);
export const RestoreTemplateHandler = handlerFor(RestoreTemplate, templateAggregate, decideRestoreTemplate);
