import { AggregateCommand, handlerFor, type NoData } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import { notFound } from '../platform/domain/domain-error';
import { ownedStyle } from './owned-style';
import { styleAggregate, type StyleEvent, type StyleState } from './style';

export class DeleteStyle extends AggregateCommand<StyleState, NoData> {}

export function decideDeleteStyle(_: unknown, state: StyleState, environment: Environment): StyleEvent[] {
  ownedStyle(state, environment);
  if (state.status === 'deleted') throw notFound();
  return [{ type: 'StyleDeleted', data: {} }];
}

export const DeleteStyleHandler = handlerFor(DeleteStyle, styleAggregate, decideDeleteStyle);
