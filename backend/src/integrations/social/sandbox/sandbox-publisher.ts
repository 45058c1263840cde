import { setTimeout as delay } from 'node:timers/promises';
import type { SocialPlatform } from '@storyreel/contracts';
import type { Clock } from '../../../lib/time';
import type { Found, Publication, Published, PublishOptions, SocialPublisher } from '../social-publisher';
import type { SocialStatistics } from '../statistics';
import type { SandboxPublications } from './sandbox-publications';
import { sandboxStatistics } from './sandbox-statistics';

/** The product's page of posts 'published' by the sandbox. */
const PAGE = '/social/published';

/** Publishes nothing: it stores posts so that they can be viewed. */
export class SandboxPublisher implements SocialPublisher {
  readonly kind = 'sandbox';
  readonly label = 'Sandbox';
  readonly statistics: SocialStatistics;

  constructor(
    readonly platform: SocialPlatform,
    private readonly publications: SandboxPublications,
    private readonly clock: Clock,
    /** Delay before publishing, and again before answering. */
    private readonly delayMs = 0,
  ) {
    this.statistics = sandboxStatistics(clock);
  }

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
