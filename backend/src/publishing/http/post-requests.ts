import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, PLATFORM_PROFILES } from '@storyreel/contracts';
import type {
  createPostRequestSchema,
  SocialPlatform,
  SocialPost,
  TikTokCreator,
  updatePostRequestSchema,
} from '@storyreel/contracts';
import { DataSource, Not } from 'typeorm';
import type { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import type { AggregateCommand } from '../../eventsourcing/commands/command-handler';
import { Quota } from '../../eventsourcing/commands/quota';
import { askedBy, Refusals } from '../../eventsourcing/refusals/refusals';
import { entityOf } from '../../eventsourcing/views/view';
import { keyOfMediaUrl, MediaStore } from '../../infra/storage';
import { ProviderError } from '../../integrations/http/provider-errors';
import { AccessRevoked } from '../../integrations/social/publish-errors';
import { SOCIAL_PUBLISHERS } from '../../integrations/social/social-publisher';
import type { SocialPublishers } from '../../integrations/social/social-publisher';
import { DomainError, notFound } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { projectListView, sceneListView } from '../../projects/storyboard';
import { ownPost, postAggregate } from '../domain/post';
import type { PostContent, PostState } from '../domain/post';
import { CreatePost, DuplicatePost, EditPost, PublishPost, RestorePost } from '../domain/post-commands';
import { findAccount, ownAccount, socialAccountsAggregate } from '../domain/social-account';
import { postListEntity, presentPost } from '../views/post-list.view';

const PICTURE_NAME = /\.(jpe?g|png|gif|webp|avif|bmp|tiff?|heic|svg)$/i;
const invalid = (message: string): DomainError => new DomainError('validation_failed', message);

/** Checks that everything to which a post refers exists and belongs to the post's author. */
@Injectable()
export class PostChecks {
  constructor(
    private readonly store: AggregateStore,
    private readonly database: DataSource,
    private readonly media: MediaStore,
    @Inject(SOCIAL_PUBLISHERS) private readonly publishers: SocialPublishers,
  ) {}

  /**
   * Asks TikTok which settings a user's account may choose for a post.
   * @throws DomainError not_found for another user's account; bad_request for an account that is not on TikTok;
   * conflict for an account that has lost access; provider_failed when TikTok does not answer
   */
  async tiktokCreator(userId: string, socialAccountId: string): Promise<TikTokCreator> {
    const account = ownAccount(await this.store.load(socialAccountsAggregate, userId), socialAccountId);
    const publisher = this.publishers.of(account);
    if (account.platform !== 'tiktok' || !publisher.creator)
      throw new DomainError('bad_request', 'This account is not connected to TikTok itself.');
    try {
      return await publisher.creator(account, new AbortController().signal);
    } catch (error) {
      if (error instanceof AccessRevoked) throw new DomainError('conflict', error.message);
      if (!(error instanceof ProviderError)) throw error;
      throw new DomainError('provider_failed', "TikTok didn't say what this account may post. Try again.");
    }
  }

  /**
   * Checks that a post's author has chosen TikTok's settings before the post is planned or published. The sandbox does
   * not require them.
   * @throws DomainError validation_failed
   */
  async choices(userId: string, post: Pick<PostState, 'platform' | 'socialAccountId' | 'tiktok'>): Promise<void> {
    if (post.platform !== 'tiktok' || post.tiktok) return;
    const account = findAccount(await this.store.load(socialAccountsAggregate, userId), post.socialAccountId);
    if (account?.kind === 'oauth') throw invalid('Choose who can watch this video on TikTok.');
  }

  /**
   * @throws DomainError not_found for another user's account; bad_request for an account on another platform; conflict
   * for an account that has lost access
   */
  async account(userId: string, socialAccountId: string, platform: SocialPlatform): Promise<void> {
    const account = ownAccount(await this.store.load(socialAccountsAggregate, userId), socialAccountId);
    const { name } = PLATFORM_PROFILES[platform];
    if (account.platform !== platform) throw new DomainError('bad_request', `This account does not belong to ${name}.`);
    if (account.isActive) return;
    throw new DomainError('conflict', `${name} no longer lets us post to this account. Connect it again.`);
  }

  /**
   * @throws DomainError not_found for a project or scene that is missing or another user's; validation_failed for media
   * that are missing, another user's, or not accepted by the platform
   */
  async content(userId: string, platform: SocialPlatform, content: Partial<PostContent>): Promise<void> {
    const { projectId, sceneId, selectedProjectVideo, mediaUrls = [], tiktok } = content;
    if (tiktok && platform !== 'tiktok') throw invalid('Only posts on TikTok have these settings.');
    if (projectId) await this.project(userId, projectId);
    if (sceneId) await this.scene(userId, sceneId, projectId);
    if (selectedProjectVideo) await this.mediaAt(userId, platform, selectedProjectVideo.videoUrl);
    for (const url of mediaUrls) await this.mediaAt(userId, platform, url);
  }

  private async project(userId: string, id: string): Promise<void> {
    const projects = this.database.getRepository(entityOf(projectListView));
    if (!(await projects.existsBy({ id, userId, deleted: false }))) throw notFound();
  }

  private async scene(userId: string, id: string, projectId?: string | null): Promise<void> {
    const scenes = this.database.getRepository(entityOf(sceneListView));
    const found = { id, userId, deleted: false, projectDeleted: false };
    if (!(await scenes.existsBy(projectId ? { ...found, projectId } : found))) throw notFound();
  }

  private async mediaAt(userId: string, platform: SocialPlatform, url: string): Promise<void> {
    const { name, takesImages } = PLATFORM_PROFILES[platform];
    const isPicture = await this.isPicture(userId, url);
    if (isPicture && !takesImages) throw invalid(`${name} does not support images.`);
  }

  /** Tells whether a file is a picture: by its content type if it is stored here, otherwise by its name. */
  private async isPicture(userId: string, url: string): Promise<boolean> {
    if (!url.startsWith('/')) return URL.canParse(url) && PICTURE_NAME.test(new URL(url).pathname);
    const key = keyOfMediaUrl(url);
    const stored = key === null ? null : await this.media.open(key, userId);
    if (!stored) throw invalid('One of the media files is missing. Add it again.');
    const { contentType } = stored.object;
    if (!/^(image|video)\//.test(contentType)) throw invalid('Only images and videos can be posted.');
    return contentType.startsWith('image/');
  }
}

/** Per-user quota of posts. */
@Injectable()
export class PostQuota extends Quota {
  constructor(database: DataSource) {
    super({
      limit: LIMITS.postsPerUser,
      things: 'posts',
      others: (ownerId, id) => database.getRepository(postListEntity).countBy({ ownerId, deleted: false, id: Not(id) }),
    });
  }
}

type User = { id: string };
type AskedPost = Omit<z.output<typeof createPostRequestSchema>, 'idempotencyKey'>;

/** Runs commands on posts after their checks. */
@Injectable()
export class PostRequests {
  constructor(
    private readonly dispatcher: CommandDispatcher,
    private readonly store: AggregateStore,
    private readonly checks: PostChecks,
    private readonly room: PostQuota,
    @Inject(Refusals) private readonly refusals: Pick<Refusals, 'watch'>,
  ) {}

  async create(user: User, { status, publishNow, ...post }: AskedPost, commandId: string): Promise<SocialPost> {
    const id = derivedId(commandId, 'post');
    // A repeat returns the post, even if an account, project or file of the post has been deleted since.
    const isRepeat = (await this.store.load(postAggregate, id)).phase !== 'none';
    if (!isRepeat) {
      await this.checks.account(user.id, post.socialAccountId, post.platform);
      await this.checks.content(user.id, post.platform, post);
      const isDraft = !publishNow && post.scheduledAt === null;
      if (!isDraft) await this.checks.choices(user.id, { ...post, tiktok: post.tiktok ?? null });
    }
    const command = new CreatePost(id, { post, status, publishNow }, this.dispatcher.context(user, commandId));
    return this.room.take(id, user.id, () => this.limited(user, command));
  }

  async edit(user: User, id: string, changes: z.output<typeof updatePostRequestSchema>): Promise<SocialPost> {
    const { scheduledAt, status, ...content } = changes;
    const post = ownPost(await this.store.load(postAggregate, id), { ownerId: user.id });
    const { platform, projectId } = post;
    const isOfItsProject = content.sceneId !== undefined && content.projectId === undefined;
    await this.checks.content(user.id, platform, isOfItsProject ? { ...content, projectId } : content);
    // A post that was planned before TikTok required its settings keeps its plan without them.
    const { tiktok = post.tiktok } = content;
    const isPlannedFirst = post.phase === 'draft' && (scheduledAt ?? null) !== null;
    if (isPlannedFirst || (tiktok === null && post.tiktok !== null && post.phase !== 'draft'))
      await this.checks.choices(user.id, { ...post, tiktok });
    return this.limited(user, new EditPost(id, { content, scheduledAt, status }, this.dispatcher.context(user)));
  }

  duplicate(user: User, sourceId: string, commandId: string): Promise<SocialPost> {
    const id = derivedId(commandId, 'post');
    const command = new DuplicatePost(id, { sourceId }, this.dispatcher.context(user, commandId));
    return this.room.take(id, user.id, () => this.answer(user, command));
  }

  restore(user: User, id: string): Promise<SocialPost> {
    const command = new RestorePost(id, {}, this.dispatcher.context(user));
    return this.room.take(id, user.id, () => this.answer(user, command));
  }

  async publish(user: User, id: string, commandId: string): Promise<SocialPost> {
    const post = await this.store.load(postAggregate, id);
    if (post.ownerId === user.id && post.phase === 'draft') await this.checks.choices(user.id, post);
    return this.limited(user, new PublishPost(id, {}, this.dispatcher.context(user, commandId)));
  }

  private limited(user: User, command: AggregateCommand<PostState, object>): Promise<SocialPost> {
    return this.refusals.watch(askedBy(command), () => this.answer(user, command));
  }

  /**
   * Answers from the command's own state, without waiting for views.
   * @throws DomainError not_found when a repeat finds the first call's result deleted
   */
  async answer(user: User, command: AggregateCommand<PostState, object>): Promise<SocialPost> {
    const { state } = await this.dispatcher.execute(command);
    return presentPost(command.aggregateId, ownPost(state, { ownerId: user.id }));
  }
}
