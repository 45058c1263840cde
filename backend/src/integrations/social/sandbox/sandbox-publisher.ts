import { setTimeout as delay } from 'node:timers/promises';
import type { SocialPlatform } from '@storyreel/contracts';
import type { Clock } from '../../../lib/time';
import type { Found, Publication, Published, PublishOptions, SocialPublisher } from '../social-publisher';
import type { SandboxPublications } from './sandbox-publications';

/** Our own page of what the sandbox has 'published'. */
const PAGE = '/social/published';

/** Publishes nothing anywhere: it keeps what it is given, so that it can be looked at. */
export class SandboxPublisher implements SocialPublisher {
  readonly kind = 'sandbox';
  readonly label = 'Sandbox';

  constructor(
    readonly platform: SocialPlatform,
    private readonly publications: SandboxPublications,
    private readonly clock: Clock,
    /** How long it takes to publish, and again to answer. */
    private readonly delayMs = 0,
  ) {}

  async publish(publication: Publication, { signal, onProgress }: PublishOptions): Promise<Published> {
    await this.pause(signal);
    const publishedAt = await this.publications.add(publication, this.clock.now());
    onProgress?.(1);
    await this.pause(signal);
    return publishedHere(publication, publishedAt);
  }

  async find(publication: Publication): Promise<Found> {
    const publishedAt = await this.publications.publishedAt(publication.key);
    return publishedAt === null
      ? { status: 'absent' }
      : { status: 'published', ...publishedHere(publication, publishedAt) };
  }

  /** @throws the signal's reason */
  private async pause(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.delayMs > 0) await delay(this.delayMs, undefined, { signal });
  }
}

const publishedHere = ({ key }: Publication, publishedAt: Date): Published => ({
  publishedAt,
  url: PAGE,
  externalId: key,
});
