import { Inject, Injectable } from '@nestjs/common';
import type { createPostRequestSchema, SocialPost, updatePostRequestSchema } from '@storyreel/contracts';
import type { z } from 'zod';
import { AggregateStore } from '../../platform/commands/aggregate-store';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher';
import type { AggregateCommand } from '../../platform/commands/command-handler';
import { derivedId } from '../../platform/ids';
import { CreatePost } from '../domain/create-post';
import { RestorePost } from '../domain/delete-post';
import { DuplicatePost } from '../domain/duplicate-post';
import { EditPost } from '../domain/edit-post';
import { ownPost, postAggregate, type PostState } from '../domain/post';
import { PublishPost } from '../domain/publish-post';
import { presentPost } from '../views/present-post';
import { PostChecks } from './post-checks';
import { PostQuota } from './post-room';

type User = { id: string };
type AskedPost = Omit<z.output<typeof createPostRequestSchema>, 'idempotencyKey'>;

/** Commands on posts, with what has to be known beforehand. */
@Injectable()
export class PostRequests {
  constructor(
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(PostChecks) private readonly checks: PostChecks,
    @Inject(PostQuota) private readonly room: PostQuota,
  ) {}

  async create(user: User, { status, publishNow, ...post }: AskedPost, commandId: string): Promise<SocialPost> {
    const id = derivedId(commandId, 'post');
    // A repeat is answered with the post, whatever has become of what it refers to.
    const isRepeat = (await this.store.load(postAggregate, id)).phase !== 'none';
    if (!isRepeat) {
      await this.checks.account(user.id, post.socialAccountId, post.platform);
      await this.checks.content(user.id, post.platform, post);
    }
    const command = new CreatePost(id, { post, status, publishNow }, this.dispatcher.context(user, commandId));
    return this.room.take(id, user.id, () => this.answer(user, command));
  }

  async edit(user: User, id: string, changes: z.output<typeof updatePostRequestSchema>): Promise<SocialPost> {
    const { scheduledAt, status, ...content } = changes;
    const { platform, projectId } = ownPost(await this.store.load(postAggregate, id), { ownerId: user.id });
    const isOfItsProject = content.sceneId !== undefined && content.projectId === undefined;
    await this.checks.content(user.id, platform, isOfItsProject ? { ...content, projectId } : content);
    return this.answer(user, new EditPost(id, { content, scheduledAt, status }, this.dispatcher.context(user)));
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

  publish(user: User, id: string, commandId: string): Promise<SocialPost> {
    return this.answer(user, new PublishPost(id, {}, this.dispatcher.context(user, commandId)));
  }

  /**
   * From the command's own state, which does not wait for views.
   * @throws DomainError not_found when a repeat finds that what the first call made is deleted by now
   */
  async answer(user: User, command: AggregateCommand<PostState, unknown>): Promise<SocialPost> {
    const { state } = await this.dispatcher.execute(command);
    return presentPost(command.aggregateId, ownPost(state, { ownerId: user.id }));
  }
}
