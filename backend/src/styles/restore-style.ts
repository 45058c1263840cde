import { AggregateCommand, handlerFor, type NoData } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import { ownedStyle } from './owned-style';
import { styleAggregate, type StyleEvent, type StyleState } from './style';

/** The undo of a deletion. A style that is there has nothing to be restored. */
export class RestoreStyle extends AggregateCommand<StyleState, NoData> {}

export function decideRestoreStyle(_: unknown, state: StyleState, environment: Environment): StyleEvent[] {
  const content = ownedStyle(state, environment);
  if (state.status === 'live') return [];
  return [{ type: 'StyleRestored', data: { ...content, createdAt: state.createdAt } }];
}

export const RestoreStyleHandler = handlerFor(RestoreStyle, styleAggregate, decideRestoreStyle);
