import { Global, Inject, Module, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../lib/time';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { PG_POOL } from '../../infra/postgres/pg-pool';
import { MediaStore } from '../../infra/storage';
import { SocialConsent } from './oauth/social-consent';
import { CONFIGURED_PLATFORMS, type ConfiguredPlatforms, configuredPlatforms } from './platform-parts';
import { SandboxPublications } from './sandbox/sandbox-publications';
import { SandboxPublisher } from './sandbox/sandbox-publisher';
import { SOCIAL_PUBLISHERS, type SocialPublishers } from './social-publisher';
import { UnconfiguredPublisher } from './unconfigured-publisher';

/**
 * Uses the real platform for connected accounts, and the sandbox for sandbox accounts; new connections are real if the
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
      inject: [APP_CONFIG, PG_POOL, CLOCK, MediaStore],
      useFactory: ({ social }: AppConfig, pool: Pool, clock: Clock, media: MediaStore) =>
        social ? configuredPlatforms(social, { pool, clock, media }) : null,
    },
    {
      provide: SOCIAL_PUBLISHERS,
      inject: [SandboxPublications, CONFIGURED_PLATFORMS, CLOCK, APP_CONFIG],
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
