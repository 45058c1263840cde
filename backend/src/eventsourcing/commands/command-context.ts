import { randomUUID } from 'node:crypto';
import type { Actor } from '../domain/domain-event';

/** Who asked, on whose data, and because of what. */
export interface CommandContext {
  commandId: string;
  correlationId: string;
  causationId: string | null;
  actor: Actor;
  ownerId: string;
}

/** For a user's own command. The commandId is derived when a repeat must be recognised. */
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

/** For what a process or worker does on a user's data. The commandId is derived from the job, so a repeat is harmless. */
export function systemContext(
  name: string,
  ownerId: string,
  cause: { commandId: string; correlationId: string; causationId: string | null },
): CommandContext {
  return { ...cause, actor: { kind: 'system', name }, ownerId };
}
