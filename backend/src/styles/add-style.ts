import type { CommandContext } from '../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import { styleAggregate, type StyleContent, type StyleEvent, type StyleState } from './style';

export class AddStyle extends AggregateCommand<StyleState> {
  constructor(
    readonly styleId: string,
    readonly content: StyleContent,
    readonly context: CommandContext,
  ) {
    super();
  }

  get aggregateId(): string {
    return this.styleId;
  }
}

/** A style whose id is derived from the command is there already when the command is repeated. */
export function decideAddStyle({ content }: Pick<AddStyle, 'content'>, state: StyleState): StyleEvent[] {
  if (state.status !== 'none') return [];
  return [{ type: 'StyleAdded', data: content }];
}

export const AddStyleHandler = handlerFor(AddStyle, styleAggregate, decideAddStyle);
