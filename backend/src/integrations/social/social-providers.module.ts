import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { Pool } from 'pg';
import { Clock } from '../../lib/time';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { MediaStore } from '../../infra/storage';
import { SocialConsent } from './oauth/social-consent';
import { CONFIGURED_PLATFORMS, type ConfiguredPlatforms, configuredPlatforms } from './platform-parts';
import { AccessRevoked } from './publish-errors';
import { SandboxPublications } from './sandbox/sandbox-publications';
import { SandboxPublisher } from './sandbox/sandbox-publisher';
import { SOCIAL_PUBLISHERS } from './social-publisher';
import type { Found, Published, SocialPublisher, SocialPublishers } from './social-publisher';

/** Publisher for accounts connected by OAuth on a platform that is no longer configured. */
class UnconfiguredPublisher implements SocialPublisher {
  readonly kind = 'oauth';
  readonly label: string;

  constructor(readonly platform: SocialPlatform) {
    this.label = PLATFORM_PROFILES[platform].name;
  }

  publish(): Promise<Published> {
    return Promise.reject(this.refusal());
  }

  find(): Promise<Found> {
    return Promise.reject(this.refusal());
  }

  private refusal(): AccessRevoked {
    return new AccessRevoked(`This installation is no longer set up to publish on ${this.label}.`);
  }
}

/**
 * Uses the real platform for connected accounts and the sandbox for sandbox accounts. New connections are real if the
 * platform is configured.
 */
function publishersOf(
  publications: SandboxPublications,
  platforms: ConfiguredPlatforms | null,
  clock: Clock,
  { sandboxDelayMs }: AppConfig,
): SocialPublishers {
  return {
    of: ({ platform, kind }) =>
      kind === 'sandbox'
        ? new SandboxPublisher(platform, publications, clock, sandboxDelayMs)
        : (platforms?.publishers[platform] ?? new UnconfiguredPublisher(platform)),
    kindOf: (platform) => (platforms?.publishers[platform] ? 'oauth' : 'sandbox'),
  };
}

@Global()
@Module({
  providers: [
    SandboxPublications,
    SocialConsent,
    {
      provide: CONFIGURED_PLATFORMS,
      inject: [APP_CONFIG, Pool, Clock, MediaStore],
      useFactory: ({ social }: AppConfig, pool: Pool, clock: Clock, media: MediaStore) =>
        social ? configuredPlatforms(social, { pool, clock, media }) : null,
    },
    {
      provide: SOCIAL_PUBLISHERS,
      inject: [SandboxPublications, CONFIGURED_PLATFORMS, Clock, APP_CONFIG],
      useFactory: publishersOf,
    },
  ],
  exports: [SOCIAL_PUBLISHERS, CONFIGURED_PLATFORMS, SandboxPublications, SocialConsent],
})
export class SocialProvidersModule implements OnModuleInit {
  constructor(@Inject(CONFIGURED_PLATFORMS) private readonly platforms: ConfiguredPlatforms | null) {}

  async onModuleInit(): Promise<void> {
    await this.platforms?.prepare();
  }
}
