import { randomUUID } from 'node:crypto';
import type { Actor } from '../domain/domain-event';

/** The origin of a command: actor, owner of the data, and cause. */
export interface CommandContext {
  commandId: string;
  correlationId: string;
  causationId: string | null;
  actor: Actor;
  ownerId: string;
}

/** Creates the context of a user's own command. Pass a derived commandId if a repeat must be recognised. */
export function userContext(
  userId: string,
  options: { commandId?: string; correlationId?: string } = {},
): CommandContext {
  const commandId = options.commandId ?? randomUUID();
  return {
    commandId,
    correlationId: options.correlationId ?? commandId,
    causationId: null,
    actor: { kind: 'user', userId },
    ownerId: userId,
  };
}

type Cause = Pick<CommandContext, 'commandId' | 'correlationId' | 'causationId'>;

/** Returns the ids of a command that no event in the log has caused. */
export const ownCause = (commandId: string = randomUUID()): Cause => ({
  commandId,
  correlationId: commandId,
  causationId: null,
});

/**
 * Creates the context of a reactor's or worker's command on a user's data. Its commandId is derived from the job, so a
 * repeat is harmless.
 */
export function systemContext(name: string, ownerId: string, cause: Cause): CommandContext {
  return { ...cause, actor: { kind: 'system', name }, ownerId };
}
