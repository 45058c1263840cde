import type { CommandContext } from '../../platform/commands/command-context';
import type { Environment } from '../../platform/domain/aggregate';
import { notFound } from '../../platform/domain/domain-error';
import type { BatchState } from './batch';

/** @throws DomainError not_found for what is not there and what belongs to somebody else alike */
export function ownedBatch(state: BatchState, { ownerId }: Pick<Environment, 'ownerId'>): BatchState {
  if (state.status === 'none' || state.ownerId !== ownerId) throw notFound();
  return state;
}

export const wasDone = (state: BatchState, { commandId }: Pick<CommandContext, 'commandId'>): boolean =>
  state.done.includes(commandId);
