import type { CommandContext } from '../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import { Refusal } from '../platform/domain/refusal';
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

export function decideAddStyle({ content }: Pick<AddStyle, 'content'>, state: StyleState): StyleEvent[] {
  if (state.status !== 'none') throw new Refusal('conflict', 'There is a style with this id already.');
  return [{ type: 'StyleAdded', data: content }];
}

export const AddStyleHandler = handlerFor(AddStyle, styleAggregate, decideAddStyle);
