import { READY_MADE_STYLES, type ReadyMadeStyle } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../platform/commands/command-handler';
import type { Environment } from '../platform/domain/aggregate';
import { derivedId } from '../platform/ids';
import { decideAddStyle } from './add-style';
import { decideRestoreStyle } from './restore-style';
import { styleAggregate, type StyleEvent, type StyleState } from './style';

export class AddReadyMadeStyle extends AggregateCommand<StyleState, { key: ReadyMadeStyle }> {}

/** A user has each of them once, so wherever it is asked for it is the same one. */
export const readyMadeStyleId = (ownerId: string, key: ReadyMadeStyle): string =>
  derivedId(ownerId, 'ready-made-style', key);

/** One that its owner has is left as it is; one that was deleted comes back as it was then. */
export function decideAddReadyMadeStyle(
  { data: { key } }: Pick<AddReadyMadeStyle, 'data'>,
  state: StyleState,
  environment: Environment,
): StyleEvent[] {
  if (state.status !== 'none') return decideRestoreStyle(null, state, environment);
  const { name, picture: imageUrl, attributes } = READY_MADE_STYLES[key];
  const content = { name, imageUrl, attributes, description: null, prompt: null, category: 'Custom' as const };
  return decideAddStyle({ data: content }, state);
}

export const AddReadyMadeStyleHandler = handlerFor(AddReadyMadeStyle, styleAggregate, decideAddReadyMadeStyle);
