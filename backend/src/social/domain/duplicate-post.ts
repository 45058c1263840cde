import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type Committed } from '../../platform/commands/aggregate-store';
import { AggregateCommand } from '../../platform/commands/command-handler';
import type { Environment } from '../../platform/domain/aggregate';
import { ownPost, postAggregate, type PostState } from './post';
import type { PostEvent } from './post-events';

/** The aggregate is the new post. */
export class DuplicatePost extends AggregateCommand<PostState, { sourceId: string }> {}

/** A draft with the source's content and account. */
export function decideDuplicatePost(source: PostState, state: PostState, environment: Environment): PostEvent[] {
  // First: a repeat finds its copy also when the source has gone since.
  if (state.phase !== 'none') return [];
  const { platform, socialAccountId, title, content, hashtags, mentions, visibility, ...rest } = ownPost(
    source,
    environment,
  );
  const { projectId, sceneId, selectedProjectVideo, mediaUrls } = rest;
  const data = {
    ...{ platform, socialAccountId, title, content, hashtags, mentions, visibility },
    ...{ projectId, sceneId, selectedProjectVideo, mediaUrls, scheduledAt: null },
  };
  return [{ type: 'PostCreated', data }];
}

@CommandHandler(DuplicatePost)
export class DuplicatePostHandler implements ICommandHandler<DuplicatePost> {
  constructor(@Inject(AggregateStore) private readonly store: AggregateStore) {}

  async execute(command: DuplicatePost): Promise<Committed<PostState>> {
    const source = await this.store.load(postAggregate, command.data.sourceId);
    return this.store.execute(postAggregate, command.aggregateId, command.context, (state, environment) =>
      decideDuplicatePost(source, state, environment),
    );
  }
}
