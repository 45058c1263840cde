import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { loginRequestSchema, registerRequestSchema, type User } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import { CurrentUser, Public, sessionCookieName, type SessionUser, signOut } from '../platform/sessions';
import { AccountsService } from './accounts.service';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { SignInFlow } from './sign-in.flow';
import { signInPage } from './sign-in.page';

const SIGN_IN_CSS = readFileSync(path.join(__dirname, 'sign-in.css'), 'utf8');

@Controller('api')
export class AccountsController {
  constructor(
    @Inject(AccountsService) private readonly accounts: AccountsService,
    @Inject(SignInFlow) private readonly flow: SignInFlow,
    @Inject(OidcSignIn) private readonly oidc: OidcSignIn,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Post('register')
  @Public()
  register(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.flow.run(request, response, {
      form: 'register',
      schema: registerRequestSchema,
      status: 201,
      enter: (body, address) => this.accounts.register(body, address),
    });
  }

  @Post('login')
  @Public()
  login(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.flow.run(request, response, {
      form: 'sign-in',
      schema: loginRequestSchema,
      status: 200,
      enter: (body, address) => this.accounts.login(body, address),
    });
  }

  @Get('login')
  @Public()
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.session.user) response.redirect(302, '/');
    else if (this.config.oidc) await this.oidc.begin(request, response);
    else response.setHeader('cache-control', 'no-store').type('html').send(signInPage());
  }

  @Get('login.css')
  @Public()
  @ApiExcludeEndpoint()
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  styles(): string {
    return SIGN_IN_CSS;
  }

  @Get('login/callback')
  @Public()
  callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.finish(request, response);
  }

  @Get('logout')
  @Public()
  async logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    await signOut(request, response, sessionCookieName(this.config));
    response.redirect(302, '/');
  }

  @Get('auth/user')
  user(@CurrentUser() { id, firstName, email }: SessionUser): User {
    return { id, firstName, email };
  }
}
