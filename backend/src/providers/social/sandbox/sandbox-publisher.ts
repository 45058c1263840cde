import type { SocialPlatform } from '@storyreel/contracts';
import type { Clock } from '../../../platform/clock';
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
  ) {}

  async publish(publication: Publication, { signal, onProgress }: PublishOptions): Promise<Published> {
    signal.throwIfAborted();
    const publishedAt = await this.publications.add(publication, this.clock.now());
    onProgress?.(1);
    return publishedHere(publication, publishedAt);
  }

  async find(publication: Publication): Promise<Found> {
    const publishedAt = await this.publications.publishedAt(publication.key);
    return publishedAt === null
      ? { status: 'absent' }
      : { status: 'published', ...publishedHere(publication, publishedAt) };
  }
}

const publishedHere = ({ key }: Publication, publishedAt: Date): Published => ({
  publishedAt,
  url: PAGE,
  externalId: key,
});
