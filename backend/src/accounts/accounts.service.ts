import { Inject, Injectable } from '@nestjs/common';
import type {
  Account,
  ChangeEmailRequest,
  ChangePasswordRequest,
  DateChoice,
  EraseAccountRequest,
  LoginRequest,
  RegisterRequest,
} from '@storyreel/contracts';
import { CommandDispatcher } from '../eventsourcing/commands/command-dispatcher';
import { APP_CONFIG, type AppConfig, originOf } from '../infra/config/app-config';
import { Mailer } from '../infra/mail';
import { DomainError } from '../lib/domain-error';
import { Clock } from '../lib/time';
import { type Allowance, Throttle } from '../infra/http/throttle';
import { derivedId, Ids } from '../lib/ids';
import { OwnSessions, type SessionUser } from '../infra/sessions';
import { GrantSignUpZaps } from '../money/zaps';
import { type Credentials, CredentialsStore, emailTaken } from './credentials.store';
import { KnownClientsStore } from './known-clients.store';
import { emailChangedMail, emailMail, resetMail } from './mails';
import {
  checkPassword,
  emailAddress,
  hashPassword,
  linkExpiry,
  newResetToken,
  resetAddress,
  resetTokenHash,
  verifyPassword,
} from './password';
import {
  ChooseDates,
  type PasswordChange,
  RecordEmail,
  RecordPasswordChange,
  RegisterAccount,
  RenameAccount,
} from './account';
import { mailAllowances, registrationAllowances, signInAllowances, TooManyAttempts } from './sign-in-limits';

/** An identity confirmed by an identity provider. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  email: string;
  /** True when the provider says that it has verified the address. */
  isVerified: boolean;
  firstName?: string;
}

/** Maximum age of a sign-in at an identity provider that still proves that the owner is present. */
const FRESH_MS = 10 * 60_000;

@Injectable()
export class AccountsService {
  /** Hash to compare with for unknown addresses, so that their response takes as long as one to a wrong password. */
  private readonly nobodysHash: Promise<string>;

  constructor(
    private readonly credentials: CredentialsStore,
    private readonly clients: KnownClientsStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly throttle: Throttle,
    @Inject(OwnSessions) private readonly sessions: Pick<OwnSessions, 'end'>,
    @Inject(Mailer) private readonly mailer: Pick<Mailer, 'isSet' | 'send' | 'sendLater'>,
    private readonly ids: Ids,
    private readonly clock: Clock,
    @Inject(APP_CONFIG)
    private readonly config: Pick<AppConfig, 'authAttemptsPerMinute' | 'passwordCost' | 'oidc' | 'publicUrl' | 'port'>,
  ) {
    this.nobodysHash = hashPassword('nobody has this password', config.passwordCost);
  }

  /**
   * Registers an account. A repeat with the right password completes a registration that a crash cut short; any other
   * repeat is a conflict.
   * @throws DomainError 'email_taken'; TooManyAttempts
   */
  async register(request: RegisterRequest, client: string): Promise<SessionUser> {
    await this.take(registrationAllowances(this.config.authAttemptsPerMinute, client));
    const email = request.email.toLowerCase();
    const user = { id: this.ids.next(), email, firstName: request.firstName || nameOf(email) };
    if (await this.credentials.add(user, await hashPassword(request.password, this.config.passwordCost))) {
      await this.clients.remember(email, client);
      return this.complete(user);
    }
    const interrupted = await this.prove(email, request.password, client);
    if (interrupted && (await this.record(interrupted.user))) return this.complete(interrupted.user);
    throw emailTaken();
  }

  /** @throws DomainError 'invalid_credentials'; TooManyAttempts */
  async login(request: LoginRequest, client: string): Promise<SessionUser> {
    const known = await this.prove(request.email.toLowerCase(), request.password, client);
    if (!known) throw new DomainError('invalid_credentials', 'The e-mail address or password is wrong.');
    return this.complete(known.user);
  }

  /** Returns the account of an identity; creates one at the first visit. */
  async enter(identity: ProvenIdentity): Promise<SessionUser> {
    const email = identity.email.toLowerCase();
    const candidate = { id: this.ids.next(), email, firstName: identity.firstName || nameOf(email) };
    return this.complete(await this.credentials.linkIdentity(identity, candidate));
  }

  get signsInBy(): Account['signsInBy'] {
    return this.config.oidc ? 'identity_provider' : 'password';
  }

  /** @throws DomainError not_available if names come from an identity provider */
  async rename(user: SessionUser, firstName: string): Promise<void> {
    this.checkOwnPasswords();
    await this.credentials.rename(user.id, firstName);
    await this.dispatcher.execute(new RenameAccount(user.id, { firstName }, this.dispatcher.context(user)));
  }

  /** Saves a user's date format and returns it. */
  async chooseDates(user: SessionUser, dates: DateChoice): Promise<DateChoice> {
    const command = new ChooseDates(user.id, dates, this.dispatcher.context(user));
    return (await this.dispatcher.execute(command)).state.dates;
  }

  /**
   * Changes a password, given the current one.
   * @throws DomainError bad_request for a wrong or a weak password, conflict; TooManyAttempts
   */
  async changePassword(user: SessionUser, { current, next }: ChangePasswordRequest, client: string): Promise<void> {
    this.checkOwnPasswords();
    checkPassword(next, user.email);
    const before = await this.prove(user.email, current, client);
    // The code is not 'invalid_credentials', since the session itself remains valid.
    if (!before) throw new DomainError('bad_request', 'The current password is wrong.');
    const hash = await hashPassword(next, this.config.passwordCost);
    if (!(await this.credentials.replaceHash(user.id, before.passwordHash, hash)))
      throw new DomainError('conflict', 'The password was changed elsewhere just now.');
    await this.recordChange(user, hash, 'owner');
  }

  /**
   * Checks that an irreversible request comes from the account's owner.
   * @param signedInAt start of the session
   * @throws DomainError bad_request; TooManyAttempts
   */
  async confirm(
    user: SessionUser,
    { email, password }: EraseAccountRequest,
    client: string,
    signedInAt: string,
  ): Promise<void> {
    if (email.trim().toLowerCase() !== user.email.toLowerCase())
      throw new DomainError('bad_request', 'This is not the e-mail address of your account.');
    if (this.config.oidc) {
      if (this.clock.now().getTime() - Date.parse(signedInAt) > FRESH_MS)
        throw new DomainError('bad_request', 'Sign out, sign in again, and repeat this within ten minutes.');
    } else if (!(await this.prove(user.email, password ?? '', client)))
      throw new DomainError('bad_request', 'The password is wrong.');
  }

  /** True if links for new passwords are sent by mail; otherwise the operator passes them on. */
  get sendsMail(): boolean {
    return this.mailer.isSet && !this.config.oidc;
  }

  /** Returns the new address that is not confirmed yet, or null. */
  pendingEmail(user: SessionUser): Promise<string | null> {
    return this.credentials.pendingEmail(user.id, this.clock.now());
  }

  /**
   * Mails a confirmation link to a new address, which becomes the account's when the link is opened. Requires the
   * password, because anybody who receives an account's mail can reset its password.
   * @throws DomainError not_available, bad_request for a wrong password or no new address, email_taken; TooManyAttempts
   */
  async offerEmail(user: SessionUser, { email, password }: ChangeEmailRequest, client: string): Promise<void> {
    this.checkOwnPasswords();
    if (!(await this.prove(user.email, password, client)))
      throw new DomainError('bad_request', 'The password is wrong.');
    if (!this.sendsMail)
      throw new DomainError('not_available', 'Ask whoever runs this site to change your e-mail address.');
    const next = email.toLowerCase();
    if (next === user.email) throw new DomainError('bad_request', 'This is your e-mail address already.');
    if (await this.credentials.find(next)) throw emailTaken();
    await this.take(mailAllowances(next, client));
    const token = newResetToken();
    await this.credentials.offerEmail(user.id, next, resetTokenHash(token), linkExpiry(this.clock.now()));
    await this.mailer.send({ to: next, ...emailMail(this.linkTo(emailAddress(token))) });
  }

  /**
   * Sets a confirmed address as the account's own, and notifies the previous address.
   * @throws DomainError bad_request for a link that is used, expired or another account's; email_taken
   */
  async confirmEmail(user: SessionUser, token: string): Promise<SessionUser> {
    this.checkOwnPasswords();
    const changed = await this.credentials.confirmEmail(user.id, resetTokenHash(token), this.clock.now());
    if (!changed)
      throw new DomainError('bad_request', 'This link no longer works: it was used, has expired or is not for you.');
    await this.clients.forget(user.email);
    await this.recordEmail(changed);
    this.mailer.sendLater({ to: user.email, ...emailChangedMail(changed.email) });
    return changed;
  }

  /**
   * Mails a link for a new password to an address, if an account has it. Returns before the mail is sent, so that the
   * response time does not reveal which addresses have accounts.
   * @throws DomainError not_available; TooManyAttempts
   */
  async forgetPassword(address: string, client: string): Promise<void> {
    if (!this.sendsMail) throw new DomainError('not_available', 'Ask whoever runs this site for a link.');
    const email = address.toLowerCase();
    await this.take(mailAllowances(email, client));
    const token = newResetToken();
    const known = await this.credentials.find(email);
    if (!known) return;
    await this.credentials.offerReset(known.user.id, resetTokenHash(token), linkExpiry(this.clock.now()));
    this.mailer.sendLater({ to: email, ...resetMail(this.linkTo(resetAddress(token))) });
  }

  private linkTo(address: string): string {
    return new URL(address, originOf(this.config)).href;
  }

  private async recordEmail({ id, email }: SessionUser): Promise<void> {
    await this.dispatcher.execute(new RecordEmail(id, { email }, this.dispatcher.context({ id })));
  }

  /** Returns the account whose password the link may set; null for a used or expired link. */
  accountOfReset(token: string): Promise<SessionUser | null> {
    return this.credentials.accountOfReset(resetTokenHash(token), this.clock.now());
  }

  /**
   * Sets the password of a reset link's account (see `accountOfReset`) and signs that account out everywhere. A link
   * works once.
   * @returns false for a used or expired link
   * @throws DomainError bad_request for a weak password
   */
  async reset(user: SessionUser, token: string, password: string): Promise<boolean> {
    checkPassword(password, user.email);
    const hash = await hashPassword(password, this.config.passwordCost);
    if (!(await this.credentials.reset(resetTokenHash(token), this.clock.now(), hash))) return false;
    await this.recordChange(user, hash, 'link');
    await this.sessions.end(user.id, {});
    return true;
  }

  private async recordChange(user: SessionUser, hash: string, by: PasswordChange['by']): Promise<void> {
    const changeId = derivedId(user.id, hash);
    await this.dispatcher.execute(new RecordPasswordChange(user.id, { changeId, by }, this.dispatcher.context(user)));
  }

  private checkOwnPasswords(): void {
    if (this.config.oidc)
      throw new DomainError('not_available', 'Change your name and your password at your identity provider.');
  }

  private async prove(email: string, password: string, client: string): Promise<Credentials | null> {
    const isKnown = await this.clients.knows(email, client);
    const allowances = signInAllowances(this.config.authAttemptsPerMinute, email, client, isKnown);
    await this.take(allowances);
    const known = await this.credentials.find(email);
    const matches = await verifyPassword(password, known?.passwordHash ?? (await this.nobodysHash));
    if (!known || !matches) return null;
    // Success resets the counter of this client at this account. In the shared counters, success takes back only this
    // one attempt.
    const [own, ...shared] = allowances;
    await Promise.all([
      own && this.throttle.reset(own.key),
      this.throttle.giveBack(shared),
      this.clients.remember(email, client),
    ]);
    return known;
  }

  /**
   * Takes one attempt from the limits. Called before the password is checked, so that simultaneous attempts count, too.
   */
  private async take(allowances: Allowance[]): Promise<void> {
    const seconds = await this.throttle.take(allowances);
    if (seconds > 0) throw new TooManyAttempts(seconds);
  }

  /** Runs registration's later steps, all idempotent: a step that a crash prevented runs at the next sign-in. */
  private async complete(user: SessionUser): Promise<SessionUser> {
    await this.record(user);
    const context = this.dispatcher.context(user, derivedId(user.id, 'sign-up-grant'));
    await this.dispatcher.execute(new GrantSignUpZaps(user.id, {}, context));
    return user;
  }

  /** Records the account in the log. Returns true when the log did not have it before. */
  private async record(user: SessionUser): Promise<boolean> {
    const context = this.dispatcher.context(user, derivedId(user.id, 'register-account'));
    const { id, email, firstName } = user;
    const committed = await this.dispatcher.execute(new RegisterAccount(id, { email, firstName }, context));
    // The address has changed at an identity provider, or a crash prevented its change from being recorded.
    if (committed.state.email !== email) await this.recordEmail(user);
    return committed.events.length > 0;
  }
}

const nameOf = (email: string): string => email.slice(0, email.indexOf('@'));
