import { Global, Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock';
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
      inject: [SandboxPublications, CLOCK],
      useFactory: (publications: SandboxPublications, clock: Clock): SocialPublishers => ({
        of: ({ platform, kind }) =>
          kind === 'sandbox'
            ? new SandboxPublisher(platform, publications, clock)
            : new UnconfiguredPublisher(platform),
        kindOf: () => 'sandbox',
      }),
    },
  ],
  exports: [SOCIAL_PUBLISHERS, SandboxPublications],
})
export class SocialProvidersModule {}
