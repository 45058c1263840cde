import { Inject, Injectable } from '@nestjs/common';
import { ERROR_STATUS } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { clientAddress } from '../infra/http/trusted-proxies';
import { DomainError, TemporaryDomainError } from '../lib/domain-error';
import { APP_CONFIG, type AppConfig } from '../infra/config/app-config';
import { type SessionUser, signIn } from '../infra/sessions';
import { RolesService } from './roles.service';
import { addressAfter } from './sign-in-addresses';
import { type SignInPage, signInPage } from './sign-in.page';

export interface Attempt<Body> {
  form: NonNullable<SignInPage['form']>;
  schema: z.ZodType<Body>;
  /** HTTP status of the JSON answer. */
  status: number;
  /** @param client the client's network address, see client-address.ts */
  enter(body: Body, client: string): Promise<SessionUser>;
}

/** Turns a sign-in or a registration, sent as JSON or by the page's form, into a session and a response. */
@Injectable()
export class SignInFlow {
  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'oidc' | 'mail'>,
    private readonly roles: RolesService,
  ) {}

  async run<Body>(request: Request, response: Response, attempt: Attempt<Body>): Promise<void> {
    const byForm = Boolean(request.is('application/x-www-form-urlencoded'));
    try {
      if (this.config.oidc)
        throw new DomainError('not_available', 'Sign in with your identity provider at /api/login.');
      const user = await attempt.enter(this.parse(request, attempt, byForm), clientAddress(request));
      await signIn(request, user);
      if (byForm) response.redirect(303, addressAfter(textOf(request.body, 'next')));
      else response.status(attempt.status).json(await this.roles.describe(user));
    } catch (error) {
      if (error instanceof TemporaryDomainError) response.setHeader('retry-after', String(error.retryAfterSeconds));
      if (!byForm) throw error;
      this.showAgain(request, response, attempt.form, error);
    }
  }

  private parse<Body>(request: Request, { schema }: Attempt<Body>, byForm: boolean): Body {
    const body: unknown = request.body ?? {};
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    if (!byForm) throw parsed.error;
    throw new InvalidForm(
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), sentence(path[0], message)])),
    );
  }

  /** Shows the page again with the error and the typed values, except the password. */
  private showAgain(request: Request, response: Response, form: Attempt<unknown>['form'], error: unknown): void {
    const typed = {
      form,
      email: textOf(request.body, 'email'),
      firstName: textOf(request.body, 'firstName'),
      next: addressAfter(textOf(request.body, 'next')),
      sendsMail: this.config.mail !== undefined,
    };
    if (error instanceof InvalidForm) {
      const page = signInPage({
        ...typed,
        error: 'Please correct the highlighted fields.',
        fieldErrors: error.fieldErrors,
      });
      response.status(400).type('html').send(page);
    } else if (error instanceof DomainError) {
      response
        .status(ERROR_STATUS[error.code])
        .type('html')
        .send(signInPage({ ...typed, error: error.message }));
    } else {
      throw error;
    }
  }
}

const FIELDS: Partial<Record<PropertyKey, string>> = {
  email: 'The e-mail address',
  password: 'The password',
  firstName: 'The first name',
};

const sentence = (field: PropertyKey | undefined, message: string): string =>
  message.startsWith('must') ? `${FIELDS[field ?? ''] ?? 'This'} ${message}.` : message;

class InvalidForm extends Error {
  constructor(readonly fieldErrors: Record<string, string>) {
    super('The form is not valid.');
  }
}

function textOf(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : '';
}
