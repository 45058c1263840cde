import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Role, ROLES } from '@storyreel/contracts';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import type { RoleBook } from '../platform/roles';
import type { SessionUser } from '../platform/sessions';
import { accountAggregate } from './account';
import { CredentialsStore } from './credentials.store';
import { accountForRole } from './account-for-role';

/**
 * A role comes from the configuration, by e-mail address, or from an event in the account's stream. An address that several
 * accounts claim gives none of them a role.
 */
@Injectable()
export class RolesService implements RoleBook {
  private readonly logger = new Logger('Roles');
  /** Addresses of the settings of which the log has said why they give nobody a role. */
  private readonly told = new Set<string>();

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CredentialsStore) private readonly credentials: CredentialsStore,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'roleEmails' | 'oidc'>,
  ) {}

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
