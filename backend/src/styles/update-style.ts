import { isDeepStrictEqual } from 'node:util';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import { notFound } from '../platform/domain/domain-error';
import { ownedStyle } from './owned-style';
import { styleAggregate, type StyleContent, type StyleEvent, type StyleState } from './style';

export class UpdateStyle extends AggregateCommand<StyleState, StyleContent> {}

export function decideUpdateStyle(
  { data }: Pick<UpdateStyle, 'data'>,
  state: StyleState,
  environment: Environment,
): StyleEvent[] {
  const current = ownedStyle(state, environment);
  if (state.status === 'deleted') throw notFound();
  return isDeepStrictEqual(current, data) ? [] : [{ type: 'StyleUpdated', data }];
}

export const UpdateStyleHandler = handlerFor(UpdateStyle, styleAggregate, decideUpdateStyle);
