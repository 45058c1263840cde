import { Controller, Get, Inject, Logger, Param, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse } from '@nestjs/swagger';
import { type SocialPlatform, socialPlatformSchema } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { askedBy, Refusals } from '../../eventsourcing/refusals/refusals';
import { DomainError, notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { ConsentIncomplete, ConsentRefused } from '../../integrations/social/oauth/platform-oauth';
import { type AskedConsent, SocialConsent } from '../../integrations/social/oauth/social-consent';
import { SOCIAL_PUBLISHERS, type SocialPublishers } from '../../integrations/social/social-publisher';
import { WireFailure } from '../../integrations/social/wire/platform-wire';
import { ConnectAccount } from '../domain/social-account';

declare module 'express-session' {
  interface SessionData {
    /** The pending consent, with the state that the platform must send back; it can be used once. */
    askedConsent: AskedConsent;
  }
}

const word = z.string().max(4_000).optional();
class ConsentAnswerDto extends createZodDto(z.object({ state: word, code: word, error: word })) {}

/** Returns the address to which the browser returns from a platform; the dashboard shows the outcome. */
const backTo = (went: 'connected' | 'failed'): string => `/social?consent=${went}`;

/** Returns the dashboard's address with the permissions that the account's owner has not granted. */
const incomplete = ({ platform, missing }: ConsentIncomplete): string =>
  `/social?${new URLSearchParams({ consent: 'incomplete', platform, missing: missing.join(' ') }).toString()}`;

/** Redirects the browser to a platform, where the user grants access, and handles the callback. */
@Controller('api/social')
export class ConsentController {
  private readonly logger = new Logger(ConsentController.name);

  constructor(
    private readonly consent: SocialConsent,
    @Inject(SOCIAL_PUBLISHERS) private readonly publishers: SocialPublishers,
    private readonly dispatcher: CommandDispatcher,
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'watch'>,
  ) {}

  @Get('authorize/:platform')
  @ApiFoundResponse({ description: 'Redirects to the platform.' })
  authorize(
    @CurrentUser() user: SessionUser,
    @Param('platform') name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    const { url, asked } = this.consent.begin(this.configured(name), user.id) ?? {};
    if (url === undefined) throw notFound();
    request.session.askedConsent = asked;
    response.redirect(302, url);
  }

  @Get('callback/:platform')
  @ApiFoundResponse({ description: 'Redirects back to the dashboard.' })
  async callback(
    @CurrentUser() user: SessionUser,
    @Param('platform') name: string,
    @Query() answer: ConsentAnswerDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const platform = this.configured(name);
    const asked = request.session.askedConsent;
    delete request.session.askedConsent;
    try {
      await this.connect(user, platform, asked, answer);
    } catch (error) {
      if (!(error instanceof ConsentRefused || error instanceof WireFailure || error instanceof DomainError))
        throw error;
      this.logger.warn(`${platform} was not connected: ${error.message}`);
      response.redirect(302, error instanceof ConsentIncomplete ? incomplete(error) : backTo('failed'));
      return;
    }
    response.redirect(302, backTo('connected'));
  }

  private async connect(
    user: SessionUser,
    platform: SocialPlatform,
    asked: AskedConsent | undefined,
    answer: ConsentAnswerDto,
  ): Promise<void> {
    const { account, tokens } = await this.consent.finish(platform, user.id, asked, answer);
    // An account keeps its id, even if it was removed and is connected again.
    const socialAccountId = derivedId(user.id, 'social-account', platform, account.accountId);
    const data = { ...account, socialAccountId, platform, kind: 'oauth' as const };
    // Store the tokens before the account, so that no account exists without tokens.
    await this.consent.keep({ id: socialAccountId, ownerId: user.id, platform }, tokens);
    try {
      const command = new ConnectAccount(user.id, data, this.dispatcher.context(user));
      await this.refusals.watch(askedBy(command), () => this.dispatcher.execute(command));
    } catch (error) {
      // The account was refused, so its tokens are deleted.
      if (error instanceof DomainError) await this.consent.forget(socialAccountId, user.id);
      throw error;
    }
  }

  /** @throws DomainError not_found */
  private configured(name: string): SocialPlatform {
    const platform = socialPlatformSchema.safeParse(name);
    if (!platform.success || this.publishers.kindOf(platform.data) === 'sandbox') throw notFound();
    return platform.data;
  }
}
