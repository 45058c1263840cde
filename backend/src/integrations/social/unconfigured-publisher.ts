import { PLATFORM_PROFILES, type SocialPlatform } from '@storyreel/contracts';
import { AccessRevoked } from './publish-errors';
import type { Found, Published, SocialPublisher } from './social-publisher';

/** Publisher for accounts connected by OAuth on a platform that is no longer configured. */
export class UnconfiguredPublisher implements SocialPublisher {
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
