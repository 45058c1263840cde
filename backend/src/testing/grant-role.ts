import type { Role } from '@storyreel/contracts';
import { accountAggregate, decideGrantRole } from '../accounts';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { ownCause, systemContext } from '../eventsourcing/commands/command-context';
import type { TestApp } from './app-harness';

/** Grants a role as the command line does. */
export async function grantRole(app: Pick<TestApp, 'get'>, user: { id: string }, role: Role): Promise<void> {
  const context = systemContext('roles-tool of root@test', user.id, ownCause());
  await app.get(AggregateStore).execute(accountAggregate, user.id, context, (state) => decideGrantRole(state, role));
}
