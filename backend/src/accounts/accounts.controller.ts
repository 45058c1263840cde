import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiFoundResponse, ApiResponse } from '@nestjs/swagger';
import { loginRequestSchema, registerRequestSchema, type User, userSchema } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { APP_CONFIG, type AppConfig } from '../infra/config/app-config';
import { Answers, Writes, WritesFile } from '../infra/http/openapi/answers.decorator';
import { CurrentUser, Public, sessionCookieName, type SessionUser, signOut } from '../infra/sessions';
import { AccountsService } from './accounts.service';
import { addressAfter } from './sign-in-addresses';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { RolesService } from './roles.service';
import { SignInFlow } from './sign-in.flow';
import { registrationSchema } from './password';
import { logoutPage, signInPage } from './sign-in.page';

const SIGN_IN_CSS = readFileSync(path.join(__dirname, 'sign-in.css'), 'utf8');

const FORMS = ['application/json', 'application/x-www-form-urlencoded'];
class RegisterDto extends createZodDto(registerRequestSchema) {}
class LoginDto extends createZodDto(loginRequestSchema) {}

@Controller('api')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly flow: SignInFlow,
    private readonly oidc: OidcSignIn,
    private readonly roles: RolesService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  @Post('register')
  @Public()
  @ApiConsumes(...FORMS)
  @ApiBody({ type: RegisterDto })
  @Writes(userSchema, 201)
  register(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.flow.run(request, response, {
      form: 'register',
      schema: registrationSchema,
      status: 201,
      enter: (body, client) => this.accounts.register(body, client),
    });
  }

  @Post('login')
  @Public()
  @ApiConsumes(...FORMS)
  @ApiBody({ type: LoginDto })
  @Writes(userSchema)
  login(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.flow.run(request, response, {
      form: 'sign-in',
      schema: loginRequestSchema,
      status: 200,
      enter: (body, client) => this.accounts.login(body, client),
    });
  }

  @Get('login')
  @Public()
  @WritesFile('text/html')
  async page(@Req() request: Request, @Res() response: Response): Promise<void> {
    const next = addressAfter(request.query.next);
    const form = request.query.form === 'sign-in' ? 'sign-in' : 'register';
    const hasNewPassword = request.query.done === 'password';
    if (request.session.user) response.redirect(302, next);
    else if (this.config.oidc) await this.oidc.begin(request, response, next);
    else
      response
        .setHeader('cache-control', 'no-store')
        .type('html')
        .send(signInPage({ form, next, hasNewPassword, sendsMail: this.accounts.sendsMail }));
  }

  @Get('login.css')
  @Public()
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @WritesFile('text/css')
  styles(): string {
    return SIGN_IN_CSS;
  }

  @Get('login/callback')
  @Public()
  @ApiFoundResponse({ description: 'Redirects to the next page.' })
  callback(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.finish(request, response);
  }

  /**
   * Shows a button that signs out. The GET itself must not sign out, since a link or an image on any page can send it.
   */
  @Get('logout')
  @Public()
  @WritesFile('text/html')
  logoutButton(@Req() request: Request, @Res() response: Response): void {
    if (!request.session.user) response.redirect(302, '/');
    else response.setHeader('cache-control', 'no-store').type('html').send(logoutPage(request.session.user.email));
  }

  @Post('logout')
  @Public()
  @ApiResponse({ status: 303, description: 'Redirects to the next page.' })
  async logout(@Req() request: Request, @Res() response: Response): Promise<void> {
    await signOut(request, response, sessionCookieName(this.config));
    response.redirect(303, '/');
  }

  @Get('auth/user')
  @Answers(userSchema)
  user(@CurrentUser() user: SessionUser): Promise<User> {
    return this.roles.describe(user);
  }
}
