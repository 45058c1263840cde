import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { templateAggregate, type TemplateContent, type TemplateEvent, type TemplateState } from './content-template';

export class SaveTemplate extends AggregateCommand<TemplateState, TemplateContent> {}

/** A template whose id is derived from the command is there already when the command is repeated. */
export function decideSaveTemplate({ data }: Pick<SaveTemplate, 'data'>, { status }: TemplateState): TemplateEvent[] {
  return status === 'none' ? [{ type: 'TemplateSaved', data }] : [];
}

export const SaveTemplateHandler = handlerFor(SaveTemplate, templateAggregate, decideSaveTemplate);
