import { ROLES } from '@storyreel/contracts';
import type { Role } from '@storyreel/contracts';
import { z } from 'zod';
import { accountAggregate, accountForRole, CredentialsStore, decideGrantRole, decideRevokeRole } from '../accounts';
import type { AccountEvent } from '../accounts';
import { recordAtCommandLine } from '../accounts/access';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { ownCause, systemContext } from '../eventsourcing/commands/command-context';
import type { AppConfig } from '../infra/config/app-config';
import { randomIds } from '../lib/ids';
import { systemClock } from '../lib/time';
import { toolUser, withStores } from './with-stores';
import type { StoresConfig } from './with-stores';

const DECISIONS = { grant: decideGrantRole, revoke: decideRevokeRole };
export type RoleChange = keyof typeof DECISIONS;

export interface ChangedRoles {
  userId: string;
  roles: readonly Role[];
  /** False when nothing had to change. */
  changed: boolean;
  /**
   * E-mail addresses through which the settings give the account its role; a revocation does not change the settings.
   */
  bySettings: readonly string[];
}

interface RoleOrder {
  change: RoleChange;
  /** An e-mail address or an account id. */
  whose: string;
  role: Role;
}

/**
 * Grants a role to one account, or revokes it from all accounts with the e-mail address. The server may run, because it
 * checks roles at every call.
 * @throws when no account has the address; for a grant also when several accounts have it, or it is not verified
 */
export function editRoles(
  config: StoresConfig & Pick<AppConfig, 'oidc' | 'roleEmails'>,
  { change, whose, role }: RoleOrder,
): Promise<ChangedRoles[]> {
  return withStores(config, async ({ pool, events }) => {
    const credentials = new CredentialsStore(pool);
    await credentials.onModuleInit();
    const userIds = z.uuid().safeParse(whose).success ? [whose] : await accountsOf(credentials, config, change, whose);
    const store = new AggregateStore(events, systemClock, randomIds);
    const emails = await credentials.emailsOf(userIds);
    return Promise.all(
      userIds.map(async (userId) => {
        const context = systemContext(`roles-tool of ${toolUser()}`, userId, ownCause());
        const committed = await store.execute(accountAggregate, userId, context, (state) =>
          DECISIONS[change](state, role),
        );
        const bySettings = config.roleEmails[role].filter((email) => email === emails.get(userId)?.toLowerCase());
        return { userId, roles: committed.state.roles, changed: committed.events.length > 0, bySettings };
      }),
    );
  });
}

async function accountsOf(
  credentials: CredentialsStore,
  config: Pick<AppConfig, 'oidc'>,
  change: RoleChange,
  email: string,
): Promise<string[]> {
  const accounts = await credentials.accountsOf(email, config);
  const one = accountForRole(email, accounts);
  if (change === 'revoke' && accounts.length > 0) return accounts.map(({ userId }) => userId);
  if ('refusal' in one) throw new Error(one.refusal);
  return [one.userId];
}

export interface RoleHolder {
  /** The account's id with its e-mail address, or the address in a setting. */
  who: string;
  roles: readonly Role[];
  /** Where the roles come from: the log or the settings. */
  from: string;
}

const GRANTED: AccountEvent['type'] = 'RoleGranted';
const PREFIX = `${accountAggregate.category}-`;

/** Lists everybody who has a role, by the log or by the settings. */
export function listRoles(config: StoresConfig & Pick<AppConfig, 'roleEmails'>): Promise<RoleHolder[]> {
  return withStores(config, async ({ pool, events }) => {
    const everGranted = new Set<string>();
    for await (const { streamId } of events.readAll({ filter: { types: [GRANTED] } })) {
      everGranted.add(streamId.slice(PREFIX.length));
    }
    const credentials = new CredentialsStore(pool);
    await credentials.onModuleInit();
    const emails = await credentials.emailsOf([...everGranted]);
    const store = new AggregateStore(events, systemClock, randomIds);
    await recordAtCommandLine(store, toolUser(), { what: 'roles', ownerId: null, detail: {} });
    const holders: RoleHolder[] = [];
    for (const userId of everGranted) {
      const { roles } = await store.load(accountAggregate, userId);
      const email = emails.get(userId);
      const who = email === undefined ? userId : `${userId} (${email})`;
      if (roles.length > 0) holders.push({ who, roles, from: 'by event' });
    }
    const bySettings = ROLES.flatMap((role) =>
      config.roleEmails[role].map((who) => ({ who, roles: [role], from: `by ${role.toUpperCase()}_EMAILS` })),
    );
    return [...holders, ...bySettings];
  });
}
