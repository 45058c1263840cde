import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import { styleAggregate, type StyleContent, type StyleEvent, type StyleState } from './style';

export class AddStyle extends AggregateCommand<StyleState, StyleContent> {}

/** A style whose id is derived from the command is there already when the command is repeated. */
export function decideAddStyle({ data }: Pick<AddStyle, 'data'>, state: StyleState): StyleEvent[] {
  if (state.status !== 'none') return [];
  return [{ type: 'StyleAdded', data }];
}

export const AddStyleHandler = handlerFor(AddStyle, styleAggregate, decideAddStyle);
