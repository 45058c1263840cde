import { AggregateCommand, handlerFor, type NoData } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import { ownTemplate, templateAggregate, type TemplateEvent, type TemplateState } from './content-template';

export class DeleteTemplate extends AggregateCommand<TemplateState, NoData> {}

export function decideDeleteTemplate(_: unknown, state: TemplateState, environment: Environment): TemplateEvent[] {
  if (ownTemplate(state, environment).status === 'deleted') throw notFound();
  return [{ type: 'TemplateDeleted', data: {} }];
}

/** The undo of a deletion. */
export class RestoreTemplate extends AggregateCommand<TemplateState, NoData> {}

export function decideRestoreTemplate(_: unknown, state: TemplateState, environment: Environment): TemplateEvent[] {
  const { status, content, createdAt } = ownTemplate(state, environment);
  return status === 'live' ? [] : [{ type: 'TemplateRestored', data: { ...content, createdAt } }];
}

export const DeleteTemplateHandler = handlerFor(DeleteTemplate, templateAggregate, decideDeleteTemplate);
export const RestoreTemplateHandler = handlerFor(RestoreTemplate, templateAggregate, decideRestoreTemplate);
