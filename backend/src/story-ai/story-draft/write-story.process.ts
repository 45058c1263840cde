import { isOneOf } from '../../platform/domain/domain-event';
import type { Reactor } from '../../platform/processes/process';
import type { StoryEvent } from '../domain/story-draft';

export const STORIES_QUEUE = 'stories';

type Asked = Extract<StoryEvent, { type: 'StoryAsked' }>;
const TYPES: readonly Asked['type'][] = ['StoryAsked'];
const isAsked = isOneOf<Asked>(TYPES);

/** A story that is asked for becomes a durable job. */
export const writeStoryReactor: Reactor = {
  name: 'write-story',
  types: TYPES,
  react(event) {
    if (!isAsked(event)) return [];
    const { basedOn: _, ...payload } = event.data;
    const { ownerId, correlationId } = event.metadata;
    const dedupKey = payload.holdId;
    return [{ queue: STORIES_QUEUE, dedupKey, ownerId, payload, correlationId, causationId: event.id }];
  },
};
