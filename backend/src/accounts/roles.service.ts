import { Inject, Injectable } from '@nestjs/common';
import { type Role, ROLES } from '@storyreel/contracts';
import { AggregateStore } from '../platform/commands/aggregate-store';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import type { RoleBook } from '../platform/roles';
import type { SessionUser } from '../platform/sessions';
import { accountAggregate } from './account';

/** A role comes from the configuration, by e-mail address, or from an event in the account's stream. */
@Injectable()
export class RolesService implements RoleBook {
  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'roleEmails'>,
  ) {}

  async rolesOf({ id, email }: Pick<SessionUser, 'id' | 'email'>): Promise<Role[]> {
    const { roles } = await this.store.load(accountAggregate, id);
    const { roleEmails } = this.config;
    return ROLES.filter((role) => roles.includes(role) || roleEmails[role].includes(email.toLowerCase()));
  }
}
