import type { Role } from '@storyreel/contracts';
import { accountAggregate, decideGrantRole } from '../accounts';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { userContext } from '../eventsourcing/commands/command-context';
import type { TestApp } from './app-harness';

/** Grants a role as the command line does. */
export async function grantRole(app: Pick<TestApp, 'get'>, user: { id: string }, role: Role): Promise<void> {
  await app
    .get(AggregateStore)
    .execute(accountAggregate, user.id, userContext(user.id), (state) => decideGrantRole(state, role));
}
