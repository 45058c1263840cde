import { Inject, Injectable, Logger } from '@nestjs/common';
import { ROLES } from '@storyreel/contracts';
import type { Role, User } from '@storyreel/contracts';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { APP_CONFIG } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import type { SessionUser } from '../infra/sessions';
import type { RoleBook } from '../infra/sessions/roles';
import { toolCommand } from '../lib/tool-command';
import { accountAggregate } from './account';
import { CredentialsStore } from './credentials.store';
import type { AccountOfEmail } from './credentials.store';

/**
 * Returns the account that gets a role configured for an address, or the reason why no account gets it. Unverified
 * addresses never count, since anybody could claim them.
 */
export function accountForRole(
  email: string,
  accounts: readonly AccountOfEmail[],
): { userId: string } | { refusal: string } {
  if (accounts.length === 0) return { refusal: `No account has the e-mail address ${email}. Register it first.` };
  const verified = accounts.filter(({ isVerified }) => isVerified);
  const [first, ...more] = verified;
  if (first && more.length === 0) return { userId: first.userId };
  const shown = (first ? verified : accounts).map(({ userId, by }) => `${userId} (by ${by})`).join(', ');
  const why = first
    ? `Several accounts have the e-mail address ${email}`
    : `It is not verified who owns the e-mail address ${email}`;
  return { refusal: `${why}: ${shown}. Name the right one by its ID: ${toolCommand('roles', 'grant ID ROLE')}.` };
}

/**
 * Resolves roles from the configuration, by e-mail address, and from events in the account's stream. An address that
 * several accounts claim gives none of them a role.
 */
@Injectable()
export class RolesService implements RoleBook {
  private readonly logger = new Logger('Roles');
  /** Configured addresses for which a missing role has already been logged. */
  private readonly told = new Set<string>();

  constructor(
    private readonly store: AggregateStore,
    private readonly credentials: CredentialsStore,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'roleEmails' | 'oidc'>,
  ) {}

  /** Adds the data that only the log contains to a session's user: roles and the date format. */
  async describe({ id, email, firstName }: SessionUser): Promise<User> {
    const { dates } = await this.store.load(accountAggregate, id);
    return { id, firstName, email, roles: await this.rolesOf({ id, email }), dates };
  }

  async rolesOf({ id, email }: Pick<SessionUser, 'id' | 'email'>): Promise<Role[]> {
    const { roles } = await this.store.load(accountAggregate, id);
    const named = ROLES.filter((role) => this.config.roleEmails[role].includes(email.toLowerCase()));
    const bySettings = named.length > 0 && (await this.isOnlyOneWith(email.toLowerCase(), id)) ? named : [];
    return ROLES.filter((role) => roles.includes(role) || bySettings.includes(role));
  }

  private async isOnlyOneWith(email: string, id: string): Promise<boolean> {
    const found = accountForRole(email, await this.credentials.accountsOf(email, this.config));
    if ('userId' in found) return found.userId === id;
    if (!this.told.has(email))
      this.logger.warn(`The settings give ${email} a role, and nobody has it: ${found.refusal}`);
    this.told.add(email);
    return false;
  }
}
