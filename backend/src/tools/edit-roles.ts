import { randomUUID } from 'node:crypto';
import type { Role } from '@storyreel/contracts';
import { accountAggregate, CredentialsStore, decideGrantRole, decideRevokeRole } from '../accounts';
import { systemClock } from '../platform/clock';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { systemContext } from '../platform/commands/command-context';
import { randomIds } from '../platform/ids';
import { type StoresConfig, withStores } from './with-stores';

const DECISIONS = { grant: decideGrantRole, revoke: decideRevokeRole };
export type RoleChange = keyof typeof DECISIONS;

export interface ChangedRoles {
  userId: string;
  roles: readonly Role[];
  /** False when the account was as asked for before. */
  changed: boolean;
}

/** The server may run meanwhile: it asks for roles at every call. @throws when no account has the address */
export function editRoles(
  config: StoresConfig,
  { change, email, role }: { change: RoleChange; email: string; role: Role },
): Promise<ChangedRoles[]> {
  return withStores(config, async ({ pool, events }) => {
    const credentials = new CredentialsStore(pool);
    await credentials.onModuleInit();
    const userIds = await credentials.userIdsOf(email.toLowerCase());
    if (userIds.length === 0) throw new Error(`No account has the e-mail address ${email}. Register it first.`);
    const store = new AggregateStore(events, systemClock, randomIds);
    return Promise.all(
      userIds.map(async (userId) => {
        const commandId = randomUUID();
        const context = systemContext('roles-tool', userId, { commandId, correlationId: commandId, causationId: null });
        const committed = await store.execute(accountAggregate, userId, context, (state) =>
          DECISIONS[change](state, role),
        );
        return { userId, roles: committed.state.roles, changed: committed.events.length > 0 };
      }),
    );
  });
}
