import { Inject, Injectable } from '@nestjs/common';
import { PLATFORM_PROFILES } from '@storyreel/contracts';
import { idOfStream } from '../../eventsourcing/domain/aggregate';
import { jobFrom, JobWorker, reactorTo } from '../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest } from '../../eventsourcing/reactors/reactor';
import {
  AccessRevoked,
  ContentRefused,
  InstallationTrouble,
  PublishOutcomeUnknown,
  PublishPassing,
  PublishRateLimited,
} from '../../integrations/social/publish-errors';
import { SOCIAL_PUBLISHERS } from '../../integrations/social/social-publisher';
import type {
  Found,
  Publication,
  Published,
  SocialPublisher,
  SocialPublishers,
} from '../../integrations/social/social-publisher';
import { FilmQueries } from '../../generation';
import { Clock } from '../../lib/time';
import type { PostPublishRequested, PostState } from '../domain/post';
import {
  decideAdvance,
  decideFailed,
  decidePublished,
  decideStart,
  decideUnknown,
  isRequested,
  isStarted,
  latestFor,
} from '../domain/publication-steps';
import type { SocialAccountState } from '../domain/social-account';
import { PublicationRepository } from './publication-repository';
import type { PublicationJob } from './publication-repository';

const PUBLISH_POST_QUEUE = 'publish-post';

/** Creates a durable job for each publication of a post. */
export const publishPostReactor = reactorTo<PostPublishRequested>({
  name: 'publish-post',
  types: ['PostPublishRequested'],
  react(event) {
    const { publicationId } = event.data;
    const payload = { postId: idOfStream(event.streamId), publicationId };
    return [jobFrom(event, { queue: PUBLISH_POST_QUEUE, dedupKey: publicationId, payload })];
  },
});

/** Builds the publisher's input: the current post, under the publication's id, which is the same for every attempt. */
function publicationOf(
  { postId, publicationId: key }: Pick<PublicationJob, 'postId' | 'publicationId'>,
  post: PostState,
  { id, accountId, accountName }: SocialAccountState,
): Publication {
  const { ownerId, platform, title, content, hashtags, mentions, visibility, selectedProjectVideo, tiktok, imageFit } =
    post;
  const film = selectedProjectVideo ? [selectedProjectVideo.videoUrl] : [];
  const mediaUrls = [...new Set([...film, ...post.mediaUrls])];
  const account = { id, accountId, accountName };
  const words = { title, content, hashtags, mentions };
  const fit = imageFit === 'pad' ? {} : { imageFit };
  return { key, postId, ownerId, platform, account, ...words, visibility, tiktok, mediaUrls, ...fit };
}

/** Messages for the author when a post was not published or its outcome is unknown. `name` is the platform's name. */
const unreachable = (name: string): string =>
  `${name} couldn't be reached for half an hour, so nothing was published. Try again.`;

const noAnswer = (name: string): string =>
  `${name} didn't confirm that it published this post. Check there before you publish it again.`;

/** States the time in UTC, so that it is the same for readers in every time zone. */
const rateLimited = (name: string, until: Date): string =>
  `${name} accepts no more posts for now. Publish again after ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;

/**
 * Maximum attempts. A killed process uses an attempt up, so there are more than a platform outage of half an hour
 * needs.
 */
const ATTEMPTS = 40;
/** Number of attempts to settle an unknown outcome, after which the author decides. */
const QUESTIONS = 4;

/** The platform did not answer a query about an earlier attempt. */
class Unanswered extends Error {}

interface Try {
  job: Job;
  post: PostState;
  publisher: SocialPublisher;
  publication: Publication;
  signal: AbortSignal;
}

/**
 * Publishes a post on its platform. Can be repeated after a crash at any point: for a started publication the platform
 * is queried first, and if the outcome stays unknown the author decides, so nothing is published twice.
 */
@Injectable()
@JobWorker()
export class PublishPostWorker implements JobHandler {
  readonly queue = PUBLISH_POST_QUEUE;
  readonly concurrency = 8;
  readonly maxAttempts = ATTEMPTS;
  readonly fair = true;

  constructor(
    private readonly publications: PublicationRepository,
    @Inject(SOCIAL_PUBLISHERS) private readonly publishers: SocialPublishers,
    private readonly clock: Clock,
    @Inject(FilmQueries) private readonly films: Pick<FilmQueries, 'posterOf'>,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const asked = this.publications.read(job);
    const post = await this.publications.post(job);
    const wasStarted = isStarted(post, asked.publicationId);
    if (!wasStarted && !isRequested(post, asked.publicationId)) return [];
    const account = await this.publications.account(job, post.socialAccountId);
    const { name } = PLATFORM_PROFILES[post.platform];
    if (!account) return this.unpublishable(job, `Its ${name} account is no longer connected.`);
    if (!account.isActive && !wasStarted) {
      return this.unpublishable(job, `${name} no longer lets us post to ${account.accountName}. Connect it again.`);
    }
    const publisher = this.publishers.of(account);
    const publication = { ...publicationOf(asked, post, account), ...(await this.thumbnailOf(post)) };
    const attempt: Try = { job, post, publisher, publication, signal };
    return wasStarted ? this.resume(attempt) : this.begin(attempt);
  }

  /**
   * Ends the publication after the last attempt. Only `PublishPassing` proves that nothing was published; after any
   * other error the outcome of a started publication is unknown.
   */
  async exhausted(job: Job, error: Error): Promise<void> {
    const post = await this.publications.post(job);
    const { name } = PLATFORM_PROFILES[post.platform];
    if (error instanceof InstallationTrouble) await this.fail(job, error.message);
    else if (error instanceof PublishPassing) await this.fail(job, unreachable(name));
    else await this.unpublishable(job, noAnswer(name));
  }

  /** Returns the thumbnail's address for YouTube, the only platform that takes a thumbnail. */
  private async thumbnailOf({ platform, selectedProjectVideo, ownerId }: PostState) {
    if (platform !== 'youtube' || selectedProjectVideo === null) return {};
    const thumbnailUrl = await this.films.posterOf(selectedProjectVideo.videoUrl, ownerId);
    return thumbnailUrl === null ? {} : { thumbnailUrl };
  }

  private async begin(attempt: Try): Promise<JobRequest[]> {
    const { job, publication } = attempt;
    const state = await this.publications.write(job, 'start', decideStart);
    return isStarted(state, publication.key) ? this.publish(attempt) : [];
  }

  private async resume(attempt: Try): Promise<JobRequest[]> {
    const { job, publisher, publication, signal } = attempt;
    let found: Found;
    try {
      found = await publisher.find(publication, { signal });
    } catch (error) {
      signal.throwIfAborted();
      return this.unanswered(attempt, error);
    }
    if (found.status === 'unknown')
      return this.unknown(attempt, new Unanswered('The platform cannot tell the outcome.'));
    if (found.status === 'published') return this.published(attempt, found);
    const state = await this.publications.write(job, 'go-on', decideAdvance);
    return isStarted(state, publication.key) ? this.publish(attempt) : [];
  }

  private async publish(attempt: Try): Promise<JobRequest[]> {
    const { publisher, publication, signal } = attempt;
    let published: Published;
    try {
      published = await publisher.publish(publication, { signal });
    } catch (error) {
      signal.throwIfAborted();
      return this.refused(attempt, error);
    }
    return this.published(attempt, published);
  }

  private async published({ job }: Try, { publishedAt, url, externalId, ...more }: Published): Promise<JobRequest[]> {
    const { madePrivate, notes } = more;
    const remarks = { ...(madePrivate && { madePrivate }), ...(notes && { notes }) };
    const published = { publishedAt: publishedAt.toISOString(), url, externalId, ...remarks };
    await this.publications.write(job, 'publish', (state, id) => decidePublished(state, id, published));
    return [];
  }

  /** Handles a refusal or a lost response of the platform. */
  private async refused(attempt: Try, error: unknown): Promise<JobRequest[]> {
    const { job, post } = attempt;
    if (error instanceof PublishOutcomeUnknown) return this.unknown(attempt, error);
    if (error instanceof ContentRefused) return this.fail(job, error.message);
    if (error instanceof AccessRevoked) {
      await this.publications.deactivate(job, post.socialAccountId, error.message);
      return this.fail(job, error.message);
    }
    if (!(error instanceof PublishRateLimited)) throw error;
    const following = this.afterWait(attempt, error);
    return following ?? this.fail(job, rateLimited(PLATFORM_PROFILES[post.platform].name, error.until));
  }

  /** Handles a failed query about an earlier attempt. */
  private async unanswered(attempt: Try, error: unknown): Promise<JobRequest[]> {
    const { job, post } = attempt;
    const text = noAnswer(PLATFORM_PROFILES[post.platform].name);
    if (error instanceof AccessRevoked) {
      await this.publications.deactivate(job, post.socialAccountId, error.message);
      return this.unpublishable(job, text);
    }
    if (error instanceof PublishRateLimited) return this.afterWait(attempt, error) ?? this.unpublishable(job, text);
    throw new Unanswered('The platform did not report the outcome of the post.', { cause: error });
  }

  /**
   * Leaves an unknown outcome to the author after the last attempt.
   * @throws the error, so that the outcome is queried again
   */
  private unknown({ job, post }: Try, error: Error): Promise<JobRequest[]> {
    if (job.attempt < QUESTIONS) throw error;
    return this.unpublishable(job, noAnswer(PLATFORM_PROFILES[post.platform].name));
  }

  /**
   * Returns the job that continues once the platform accepts posts again; null if it would then be too late to publish
   * without asking the author.
   */
  private afterWait({ job, post }: Try, { until }: PublishRateLimited): JobRequest[] | null {
    if (post.dueAt === null || until > latestFor(post.dueAt)) return null;
    const { postId, publicationId, waits } = this.publications.read(job);
    const { ownerId, correlationId, causationId } = job;
    const payload = { postId, publicationId, waits: waits + 1 };
    const dedupKey = `${publicationId}:${payload.waits}`;
    const delayMs = Math.max(0, until.getTime() - this.clock.now().getTime());
    return [{ queue: this.queue, dedupKey, ownerId, payload, delayMs, correlationId, causationId }];
  }

  private async fail(job: Job, failure: string): Promise<JobRequest[]> {
    await this.publications.write(job, 'fail', (state, id) => decideFailed(state, id, failure));
    return [];
  }

  /** Ends a publication to which the platform has not responded: as unknown if it was started, else as failed. */
  private async unpublishable(job: Job, failure: string): Promise<JobRequest[]> {
    await this.publications.write(job, 'end', (state, id) =>
      isStarted(state, id) ? decideUnknown(state, id, failure) : decideFailed(state, id, failure),
    );
    return [];
  }
}
