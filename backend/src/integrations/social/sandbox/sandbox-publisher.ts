import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SocialPlatform } from '@storyreel/contracts';
import { type Clock, DAY_MS } from '../../../lib/time';
import type { Found, Publication, Published, PublishOptions, SocialPublisher } from '../social-publisher';
import type { PostNumbers, SocialStatistics } from '../statistics';
import type { SandboxPublications } from './sandbox-publications';

/** Each further day of a post leaves this share of its eventual views still to come. */
const REMAINING = 0.7;
const VIEWS = { fewest: 300, spread: 4_000 };

/** Invents a post's numbers from its id and age alone, so that they are reproducible and never decrease. */
function sandboxNumbers(id: string, publishedAt: string, now: Date): PostNumbers {
  const [first = 0, second = 0, third = 0, fourth = 0] = createHash('sha256').update(id).digest();
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(publishedAt)) / DAY_MS));
  const ever = VIEWS.fewest + ((first * 256 + second) / 65_536) * VIEWS.spread;
  const views = Math.floor(ever * (1 - REMAINING ** (days + 1)));
  const likes = Math.floor(views * (0.03 + third / 5_000));
  return { views, likes, comments: Math.floor(likes * (0.05 + fourth / 2_500)) };
}

/** Invents numbers for the sandbox's posts, which nobody sees, so that a newcomer's screens are not empty. */
const sandboxStatistics = (clock: Clock): SocialStatistics => ({
  postsPerCall: 100,
  callsPerPass: 100,
  limits: 'account',
  read: (_account, posts) =>
    Promise.resolve(
      new Map(
        posts.map(({ externalId, publishedAt }) => [
          externalId,
          { numbers: sandboxNumbers(externalId, publishedAt, clock.now()) },
        ]),
      ),
    ),
});

/** Path of the product's page with posts 'published' by the sandbox. */
const PAGE = '/social/published';

/** Publishes nothing; it stores posts so that they can be viewed. */
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
