import { Body, Controller, Get, Inject, Patch, Post, Req, Res } from '@nestjs/common';
import {
  type Account,
  accountSchema,
  changeEmailRequestSchema,
  changePasswordRequestSchema,
  confirmEmailRequestSchema,
  type DateChoice,
  dateChoiceSchema,
  deletedResponseSchema,
  endSessionsRequestSchema,
  eraseAccountRequestSchema,
  renameAccountRequestSchema,
} from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { Answers } from '../infra/http/openapi/answers.decorator';
import { clientAddress } from '../infra/http/trusted-proxies';
import { APP_CONFIG, type AppConfig } from '../infra/config/app-config';
import { CurrentUser, OwnSessions, sessionCookieName, type SessionUser, signOut } from '../infra/sessions';
import { AccountsService } from './accounts.service';
import { EraseAccount } from './erasure/erase-account';

class RenameDto extends createZodDto(renameAccountRequestSchema) {}
class DateChoiceDto extends createZodDto(dateChoiceSchema) {}
class ChangePasswordDto extends createZodDto(changePasswordRequestSchema) {}
class EraseAccountDto extends createZodDto(eraseAccountRequestSchema) {}
class ChangeEmailDto extends createZodDto(changeEmailRequestSchema) {}
class ConfirmEmailDto extends createZodDto(confirmEmailRequestSchema) {}
class EndSessionsDto extends createZodDto(endSessionsRequestSchema) {}

/** The account of the session: its name, address and password, and where it is signed in. */
@Controller('api/account')
export class OwnAccountController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: OwnSessions,
    private readonly erasure: EraseAccount,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'sessionSecret'>,
  ) {}

  @Get()
  @Answers(accountSchema)
  read(@Req() request: Request, @CurrentUser() user: SessionUser): Promise<Account> {
    return this.answer(request, user);
  }

  @Patch()
  @Answers(accountSchema)
  async rename(
    @Req() request: Request,
    @CurrentUser() user: SessionUser,
    @Body() { firstName }: RenameDto,
  ): Promise<Account> {
    await this.accounts.rename(user, firstName);
    await this.sessions.change(user.id, { firstName });
    // Without this, the middleware would save this request's copy of the session, with the old name.
    request.session.user = { ...user, firstName };
    return this.answer(request, request.session.user);
  }

  @Patch('dates')
  @Answers(dateChoiceSchema)
  chooseDates(@CurrentUser() user: SessionUser, @Body() dates: DateChoiceDto): Promise<DateChoice> {
    return this.accounts.chooseDates(user, dates);
  }

  /** Ends the other sessions, so that anybody who knew the old password is signed out. */
  @Post('password')
  @Answers(accountSchema)
  async changePassword(
    @Req() request: Request,
    @CurrentUser() user: SessionUser,
    @Body() body: ChangePasswordDto,
  ): Promise<Account> {
    await this.accounts.changePassword(user, body, clientAddress(request));
    await this.sessions.end(user.id, { keptSid: request.sessionID });
    return this.answer(request, user);
  }

  @Post('email')
  @Answers(accountSchema)
  async changeEmail(
    @Req() request: Request,
    @CurrentUser() user: SessionUser,
    @Body() body: ChangeEmailDto,
  ): Promise<Account> {
    await this.accounts.offerEmail(user, body, clientAddress(request));
    return this.answer(request, user);
  }

  @Post('email/confirm')
  @Answers(accountSchema)
  async confirmEmail(
    @Req() request: Request,
    @CurrentUser() user: SessionUser,
    @Body() { token }: ConfirmEmailDto,
  ): Promise<Account> {
    const changed = await this.accounts.confirmEmail(user, token);
    await this.sessions.change(user.id, { email: changed.email });
    request.session.user = changed;
    return this.answer(request, changed);
  }

  @Post('sessions/end')
  @Answers(accountSchema)
  async endSessions(
    @Req() request: Request,
    @CurrentUser() user: SessionUser,
    @Body() { id }: EndSessionsDto,
  ): Promise<Account> {
    await this.sessions.end(user.id, id === undefined ? { keptSid: request.sessionID } : { id });
    return this.answer(request, user);
  }

  /** Erases the account and all of its data for good, and signs it out everywhere. */
  @Post('erase')
  @Answers(deletedResponseSchema)
  async erase(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CurrentUser() user: SessionUser,
    @Body() body: EraseAccountDto,
  ): Promise<{ id: string }> {
    const [current] = await this.sessions.list(user.id, request.sessionID);
    await this.accounts.confirm(user, body, clientAddress(request), current?.since ?? '');
    await this.erasure.request(user.id);
    await signOut(request, response, sessionCookieName(this.config));
    return { id: user.id };
  }

  private async answer(request: Request, user: SessionUser): Promise<Account> {
    const { signsInBy, sendsMail } = this.accounts;
    const [sessions, pendingEmail] = await Promise.all([
      this.sessions.list(user.id, request.sessionID),
      this.accounts.pendingEmail(user),
    ]);
    return { email: user.email, pendingEmail, firstName: user.firstName, signsInBy, sendsMail, sessions };
  }
}
