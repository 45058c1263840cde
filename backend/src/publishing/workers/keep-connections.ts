import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { ownCause, systemContext } from '../../eventsourcing/commands/command-context';
import { CONFIGURED_PLATFORMS, type ConfiguredPlatforms } from '../../integrations/social/platform-parts';
import { AccessRevoked, PublishPassing } from '../../integrations/social/publish-errors';
import type { TokenOwner } from '../../integrations/social/tokens/platform-tokens';
import { toError } from '../../lib/errors';
import { decideDeactivateAccount, socialAccountsAggregate } from '../domain/social-account';

const HOUR_MS = 3_600_000;

/**
 * Renews the tokens of unused connections before their platform ends them, and withdraws the tokens of removed accounts
 * whose platform could not be reached earlier. Every node does this hourly; a row lock prevents double renewals.
 */
@Injectable()
export class KeepConnections implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(KeepConnections.name);
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(CONFIGURED_PLATFORMS) private readonly platforms: ConfiguredPlatforms | null,
    private readonly store: AggregateStore,
  ) {}

  onApplicationBootstrap(): void {
    if (this.platforms === null) return;
    const look = (): void =>
      void this.look().catch((error: unknown) => {
        if (!this.stopping.signal.aborted) this.logger.error(toError(error));
      });
    this.timer = setInterval(look, HOUR_MS).unref();
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
    if (this.timer) clearInterval(this.timer);
  }

  /**
   * Renews tokens that are due. If a platform has ended an account's grant, the account becomes inactive, which its
   * owner can see.
   */
  async look(): Promise<void> {
    const { signal } = this.stopping;
    const tokens = this.platforms?.tokens;
    if (!tokens) return;
    for (const owner of await tokens.idle()) {
      signal.throwIfAborted();
      try {
        await tokens.keepAlive(owner.accountId, signal);
      } catch (error) {
        if (error instanceof AccessRevoked) await this.deactivate(owner, error.message);
        // The next try is in an hour; the tokens stay valid for weeks.
        else if (error instanceof PublishPassing) this.logger.warn(`A connection was not renewed: ${error.message}`);
        else throw error;
      }
    }
    await tokens.withdrawRemoved(signal);
  }

  private async deactivate({ accountId, ownerId }: TokenOwner, reason: string): Promise<void> {
    const context = systemContext('keep-connections', ownerId, ownCause());
    await this.store.execute(socialAccountsAggregate, ownerId, context, (state) =>
      decideDeactivateAccount(state, { socialAccountId: accountId, reason }),
    );
  }
}
