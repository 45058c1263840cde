import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '../platform/commands/command-context';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import { notFound } from '../platform/domain/domain-error';
import { ownedStyle } from './owned-style';
import { styleAggregate, type StyleContent, type StyleEvent, type StyleState } from './style';

export class UpdateStyle extends AggregateCommand<StyleState> {
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

export function decideUpdateStyle(
  { content }: Pick<UpdateStyle, 'content'>,
  state: StyleState,
  environment: Environment,
): StyleEvent[] {
  const current = ownedStyle(state, environment);
  if (state.status === 'deleted') throw notFound();
  return isDeepStrictEqual(current, content) ? [] : [{ type: 'StyleUpdated', data: content }];
}

export const UpdateStyleHandler = handlerFor(UpdateStyle, styleAggregate, decideUpdateStyle);
