import { type Role, ROLES } from '@storyreel/contracts';
import { accountAggregate, type AccountEvent, CredentialsStore } from '../accounts';
import { systemClock } from '../platform/clock';
import { AggregateStore } from '../platform/commands/aggregate-store';
import type { AppConfig } from '../platform/config/app-config';
import { randomIds } from '../platform/ids';
import { type StoresConfig, withStores } from './with-stores';

export interface RoleHolder {
  /** The account's ID with its e-mail address, or the address that a setting names. */
  who: string;
  roles: readonly Role[];
  /** Where the roles come from. */
  from: string;
}

const GRANTED: AccountEvent['type'] = 'RoleGranted';
const PREFIX = `${accountAggregate.category}-`;

/** Everybody who has a role, by the log and by the settings. */
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
