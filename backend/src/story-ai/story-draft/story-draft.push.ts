import type { PushRule } from '../../platform/push/push-rule';
import { STORY_EVENT_TYPES, type StoryEvent } from '../domain/story-draft';

/** A story that grows comes along with the message. Where it goes from there, its project's own push tells. */
export const storyDraftPushRule: PushRule<StoryEvent> = {
  types: STORY_EVENT_TYPES,
  draft({ type, data }) {
    const { projectId, requestId: draftId } = data;
    if (type !== 'StoryGrew') return { type: 'storyDraftChanged', projectId };
    const { offset, text } = data;
    return { type: 'storyDraftGrew', projectId, draftId, offset, text };
  },
};
