import { idOfStream } from '../../platform/domain/aggregate';
import { isOneOf } from '../../platform/domain/domain-event';
import type { Reactor } from '../../platform/processes/process';
import type { PostPublishRequested } from '../domain/post-events';

export const PUBLISH_POST_QUEUE = 'publish-post';

const isRequest = isOneOf<PostPublishRequested>(['PostPublishRequested']);

/** A post that is to be published becomes a durable job, one for each publication. */
export const publishPostReactor: Reactor = {
  name: 'publish-post',
  types: ['PostPublishRequested'],
  react(event) {
    if (!isRequest(event)) return [];
    const { publicationId } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const payload = { postId: idOfStream(event.streamId), publicationId };
    return [
      { queue: PUBLISH_POST_QUEUE, dedupKey: publicationId, ownerId, payload, correlationId, causationId: event.id },
    ];
  },
};
