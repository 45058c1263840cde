import { registerRequestSchema } from '@storyreel/contracts';
import type { Pool } from 'pg';
import {
  accountAggregate,
  CredentialsStore,
  decideRecordEmail,
  KnownClientsStore,
  linkExpiry,
  newResetToken,
  RESET_HOURS,
  resetAddress,
  resetTokenHash,
} from '../accounts';
import { recordAtCommandLine } from '../accounts/access';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { ownCause, systemContext } from '../eventsourcing/commands/command-context';
import { type AppConfig, originOf } from '../infra/config/app-config';
import { changeSessions } from '../infra/sessions';
import { randomIds } from '../lib/ids';
import { systemClock } from '../lib/time';
import { toolUser, withStores } from './with-stores';
import type { StoresConfig } from './with-stores';

export type ResetConfig = StoresConfig & Pick<AppConfig, 'oidc' | 'publicUrl' | 'port'>;

/**
 * Makes a link that sets the password of an account; earlier links stop working.
 * @throws Error when no account with this e-mail address signs in by password
 */
export function offerReset(config: ResetConfig, email: string): Promise<{ link: string; hours: number }> {
  if (config.oidc) throw new Error('People sign in at an identity provider here: passwords are reset there.');
  return withAccount(config, email, async ({ id, credentials, store }) => {
    const token = newResetToken();
    await recordAtCommandLine(store, toolUser(), { what: 'password reset', ownerId: id, detail: {} });
    await credentials.offerReset(id, resetTokenHash(token), linkExpiry(systemClock.now()));
    return { link: new URL(resetAddress(token), originOf(config)).href, hours: RESET_HOURS };
  });
}

/**
 * Changes the e-mail address of an account that signs in by password, without a confirmation by the new address.
 * @throws Error when no account has the old address; DomainError email_taken
 */
export function changeEmail(
  config: StoresConfig & Pick<AppConfig, 'oidc'>,
  email: string,
  next: string,
): Promise<void> {
  if (config.oidc) throw new Error('People sign in at an identity provider here: addresses are changed there.');
  const to = registerRequestSchema.shape.email.safeParse(next.toLowerCase());
  if (!to.success) throw new Error(`'${next}' is not an e-mail address.`);
  return withAccount(config, email, async ({ id, address, credentials, store, pool }) => {
    await credentials.replaceEmail(id, to.data);
    const clients = new KnownClientsStore(pool, systemClock);
    await clients.onModuleInit();
    await clients.forget(address);
    const context = systemContext(`accounts-tool of ${toolUser()}`, id, ownCause());
    await store.execute(accountAggregate, id, context, (state) =>
      decideRecordEmail({ aggregateId: id, data: { email: to.data } }, state),
    );
    await changeSessions(pool, id, { email: to.data });
  });
}

interface KnownAccount {
  id: string;
  address: string;
  credentials: CredentialsStore;
  store: AggregateStore;
  pool: Pool;
}

/** @throws Error when no account with this e-mail address signs in by password */
function withAccount<Result>(
  config: StoresConfig,
  email: string,
  work: (account: KnownAccount) => Promise<Result>,
): Promise<Result> {
  return withStores(config, async ({ pool, events }) => {
    const credentials = new CredentialsStore(pool);
    await credentials.onModuleInit();
    const known = await credentials.find(email.toLowerCase());
    if (!known) throw new Error(`No account has the e-mail address ${email}.`);
    const { id, email: address } = known.user;
    return work({ id, address, credentials, store: new AggregateStore(events, systemClock, randomIds), pool });
  });
}
