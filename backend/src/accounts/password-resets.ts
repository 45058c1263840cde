import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { ERROR_STATUS, registerRequestSchema, signInAddress } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { clientAddress } from '../infra/http/trusted-proxies';
import { WritesFile } from '../infra/http/openapi/answers.decorator';
import { Public } from '../infra/sessions';
import { DomainError, TemporaryDomainError } from '../lib/domain-error';
import { AccountsService } from './accounts.service';
import { type ForgottenPage, forgottenPage, resetPage } from './sign-in.page';

const tokenSchema = z.string().regex(/^[\w-]{43}$/);
const resetFormSchema = z.object({ token: tokenSchema, password: registerRequestSchema.shape.password });
class ResetDto extends createZodDto(resetFormSchema) {}

const forgottenSchema = z.object({ email: registerRequestSchema.shape.email });
class ForgottenDto extends createZodDto(forgottenSchema) {}

/** The page that sends a reset link to the address of an account. */
@Controller('api/login/forgot')
@Public()
export class ForgottenPasswordController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  @WritesFile('text/html')
  page(@Res() response: Response): void {
    if (this.accounts.sendsMail) this.show(response, 200, {});
    else response.redirect(302, signInAddress('/', 'sign-in'));
  }

  @Post()
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: ForgottenDto })
  @WritesFile('text/html')
  async send(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = forgottenSchema.safeParse(request.body ?? {});
    if (!form.success) return this.show(response, 400, { fault: 'This is not an e-mail address.' });
    const { email } = form.data;
    try {
      await this.accounts.forgetPassword(email, clientAddress(request));
      this.show(response, 200, { email, isSent: true });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error instanceof TemporaryDomainError) response.setHeader('retry-after', String(error.retryAfterSeconds));
      this.show(response, ERROR_STATUS[error.code], { email, fault: error.message });
    }
  }

  private show(response: Response, status: number, page: ForgottenPage): void {
    response.setHeader('cache-control', 'no-store').status(status).type('html').send(forgottenPage(page));
  }
}

/** The page behind a reset link: sets a new password for the link's account, once. */
@Controller('api/login/reset')
@Public()
export class PasswordResetController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  @WritesFile('text/html')
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const token = tokenSchema.safeParse(request.query.token);
    const user = token.success ? await this.accounts.accountOfReset(token.data) : null;
    this.show(response, user ? 200 : 404, user && token.data ? { token: token.data, email: user.email } : null);
  }

  @Post()
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: ResetDto })
  @ApiResponse({ status: 303, description: 'Redirects to the sign-in page.' })
  async set(@Req() request: Request, @Res() response: Response): Promise<void> {
    const body: unknown = request.body ?? {};
    const token = tokenSchema.safeParse((body as Record<string, unknown>).token);
    // Checked before the password is hashed, so that an invalid link costs nothing.
    const user = token.success ? await this.accounts.accountOfReset(token.data) : null;
    if (!user || !token.data) return this.show(response, 404, null);
    const again = (fault: string) => this.show(response, 400, { token: token.data, email: user.email, fault });
    const form = resetFormSchema.safeParse(body);
    if (!form.success) return again(`The password ${form.error.issues[0]?.message ?? 'is not valid'}.`);
    try {
      if (!(await this.accounts.reset(user, token.data, form.data.password))) return this.show(response, 404, null);
      response.redirect(303, `${signInAddress('/', 'sign-in')}&done=password`);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'bad_request') throw error;
      again(error.message);
    }
  }

  private show(response: Response, status: number, page: Parameters<typeof resetPage>[0]): void {
    // The page's address contains the secret, so linked pages must not receive it as their referrer.
    response.setHeader('referrer-policy', 'no-referrer').setHeader('cache-control', 'no-store');
    response.status(status).type('html').send(resetPage(page));
  }
}
