import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { registerRequestSchema, signInAddress } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { WritesFile } from '../infra/http/openapi/answers.decorator';
import { Public } from '../infra/sessions';
import { DomainError } from '../lib/domain-error';
import { AccountsService } from './accounts.service';
import { resetPage } from './sign-in.page';

const tokenSchema = z.string().regex(/^[\w-]{43}$/);
const resetFormSchema = z.object({ token: tokenSchema, password: registerRequestSchema.shape.password });
class ResetDto extends createZodDto(resetFormSchema) {}

/** The page behind an operator's reset link, which sets a new password for its account once. */
@Controller('api/login/reset')
@Public()
export class PasswordResetController {
  constructor(@Inject(AccountsService) private readonly accounts: AccountsService) {}

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
      response.redirect(303, signInAddress('/', 'sign-in'));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'bad_request') throw error;
      again(error.message);
    }
  }

  private show(response: Response, status: number, page: Parameters<typeof resetPage>[0]): void {
    // The address is a secret: it must not reach pages that are linked from here.
    response.setHeader('referrer-policy', 'no-referrer').setHeader('cache-control', 'no-store');
    response.status(status).type('html').send(resetPage(page));
  }
}
