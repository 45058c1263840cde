import type { StoryDraft, WriteStoryRequest } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { idempotencyKeys, idempotencyHeader } from '../../platform/intentions';
import { lazySchema } from '../../platform/lazy-schema';
import { reasonOf, requireSaved } from '../../platform/reasons';
import { tellFailure } from '../../ui';
import { projectKeys } from '../projects/project-cache';
import { refreshBalance } from '../zaps/queries';
import { setDraft } from './draft-cache';
import { draftKeys, refreshDraft } from './keys';

/**
 * Has a story written from an idea.
 * @param saveStory resolves once the server holds the newest words of the story that is there; false when it does not
 */
export async function writeStory(
  queryClient: QueryClient,
  projectId: string,
  wish: WriteStoryRequest,
  saveStory: () => Promise<boolean>,
): Promise<void> {
  requireSaved(await saveStory());
  try {
    const draft = await idempotencyKeys.once(`write-story/${projectId}`, wish, (key) =>
      apiRequest('POST', `/api/projects/${projectId}/write-story`, wish, {
        schema: lazySchema('storyDraftSchema'),
        headers: idempotencyHeader(key),
      }),
    );
    setDraft(queryClient, draft);
  } finally {
    void refreshDraft(queryClient, projectId);
    void refreshBalance(queryClient);
  }
}

/** Ends a story that is under way; nothing is charged. */
export async function stopStory(queryClient: QueryClient, draft: StoryDraft): Promise<void> {
  await command(queryClient, draft, 'stop', 'Failed to stop');
  void refreshBalance(queryClient);
}

/** What was written becomes the project's story. */
export const putStoryInPlace = (queryClient: QueryClient, draft: StoryDraft): Promise<void> =>
  command(queryClient, draft, 'use', 'Failed to use the new story');

/** The story before comes back. */
export const undoStory = (queryClient: QueryClient, draft: StoryDraft): Promise<void> =>
  command(queryClient, draft, 'undo', 'Undo failed');

async function command(
  queryClient: QueryClient,
  { projectId, id }: StoryDraft,
  step: 'stop' | 'use' | 'undo',
  failure: string,
): Promise<void> {
  const path = `/api/projects/${projectId}/story-draft/${step}`;
  try {
    const draft = await apiRequest('POST', path, { draftId: id }, { schema: lazySchema('storyDraftSchema') });
    if (step !== 'stop') await queryClient.refetchQueries({ queryKey: projectKeys.one(projectId), exact: true });
    setDraft(queryClient, draft);
  } catch (error) {
    tellFailure(failure, reasonOf(error));
    void refreshDraft(queryClient, projectId);
  }
}

export async function dismissStory(queryClient: QueryClient, { projectId, id }: StoryDraft): Promise<void> {
  const path = `/api/projects/${projectId}/story-draft?draftId=${id}`;
  try {
    const answer = await apiRequest('DELETE', path, undefined, { schema: lazySchema('storyDraftResponseSchema') });
    queryClient.setQueryData(draftKeys.of(projectId), answer);
  } catch (error) {
    tellFailure('Failed to dismiss', reasonOf(error));
    void refreshDraft(queryClient, projectId);
  }
}
