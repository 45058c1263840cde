import { Body, Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import {
  connectAccountRequestSchema,
  deletedResponseSchema,
  type SocialAccount,
  socialAccountSchema,
  type TikTokCreator,
  tiktokCreatorSchema,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { askedBy, Refusals } from '../../eventsourcing/refusals/refusals';
import { notFound } from '../../lib/domain-error';
import { IdPipe } from '../../infra/http/request-params';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { derivedId } from '../../lib/ids';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../infra/sessions';
import { SocialConsent } from '../../integrations/social/oauth/social-consent';
import { ConnectAccount, connectedAs, RemoveAccount } from '../domain/social-account';
import { PostChecks } from './post-requests';
import { SocialAccountQueries } from '../views/social-account-list.view';

class ConnectAccountDto extends createZodDto(connectAccountRequestSchema) {}

@Controller('api/social/accounts')
export class SocialAccountsController {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly accounts: SocialAccountQueries,
    private readonly consent: SocialConsent,
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'watch'>,
    private readonly checks: PostChecks,
  ) {}

  @Get()
  @Answers(socialAccountSchema.array())
  list(@CurrentUser() user: SessionUser): Promise<SocialAccount[]> {
    return this.accounts.ofUser(user.id);
  }

  /**
   * Connects a sandbox account. Its token is only a placeholder that marks such a connection, so the token is not
   * stored.
   */
  @Post()
  @Idempotent()
  @Answers(socialAccountSchema, 201)
  async connect(
    @CurrentUser() user: SessionUser,
    @Body() { platform, accountName, accountId }: ConnectAccountDto,
    @CommandId() commandId: string,
  ): Promise<SocialAccount> {
    const socialAccountId = derivedId(commandId, 'social-account');
    const asked = { socialAccountId, platform, accountName, accountId, kind: 'sandbox' as const };
    const command = new ConnectAccount(user.id, asked, this.dispatcher.context(user, commandId));
    const { state } = await this.refusals.watch(askedBy(command), () => this.dispatcher.execute(command));
    const account = connectedAs(state, asked);
    // A repeat may find that the account of the first call has been removed since.
    if (!account) throw notFound();
    return account;
  }

  @Get(':id/tiktok-creator')
  @Answers(tiktokCreatorSchema)
  tiktokCreator(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<TikTokCreator> {
    return this.checks.tiktokCreator(user.id, id);
  }

  @Delete(':id')
  @Answers(deletedResponseSchema)
  async remove(@CurrentUser() user: SessionUser, @Param('id', IdPipe) id: string): Promise<{ id: string }> {
    // Delete the tokens first: an account without tokens can still be removed, but tokens without an account would stay
    // forever.
    await this.consent.forget(id, user.id);
    await this.dispatcher.execute(new RemoveAccount(user.id, { socialAccountId: id }, this.dispatcher.context(user)));
    return { id };
  }
}
