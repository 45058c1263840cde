import { Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock';
import { APP_CONFIG, type AppConfig } from '../../platform/config/app-config';
import { SandboxPublications } from './sandbox/sandbox-publications';
import { SandboxPublisher } from './sandbox/sandbox-publisher';
import { SOCIAL_PUBLISHERS, type SocialPublishers } from './social-publisher';
import { UnconfiguredPublisher } from './unconfigured-publisher';

@Global()
@Module({
  providers: [
    SandboxPublications,
    {
      provide: SOCIAL_PUBLISHERS,
      inject: [SandboxPublications, CLOCK, APP_CONFIG],
      useFactory: (publications: SandboxPublications, clock: Clock, config: AppConfig): SocialPublishers => ({
        of: ({ platform, kind }) =>
          kind === 'sandbox'
            ? new SandboxPublisher(platform, publications, clock, config.sandboxDelayMs)
            : new UnconfiguredPublisher(platform),
        kindOf: () => 'sandbox',
      }),
    },
  ],
  exports: [SOCIAL_PUBLISHERS, SandboxPublications],
})
export class SocialProvidersModule {}
