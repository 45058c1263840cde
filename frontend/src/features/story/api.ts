import type { PushMessage, ShortFilm, StoryDraft, StoryDraftResponse, WriteStoryRequest } from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { addressOf } from '../../platform/cache/query-client';
import { apiRequest } from '../../platform/http/api-client';
import { reasonOf, requireSaved } from '../../platform/http/failures';
import { postOnce } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { tellFailure } from '../../ui';
import { projectKeys } from '../projects/api';
import { refreshBalance } from '../zaps/api';

export const draftKeys = {
  of: (projectId: string) => ['/api/projects', projectId, 'story-draft'] as const,
};

const refreshDraft = (queryClient: QueryClient, projectId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: draftKeys.of(projectId) });

/** Returns true while the story is being generated. */
export const isOpen = (draft: StoryDraft | null | undefined): draft is StoryDraft =>
  draft?.status === 'pending' || draft?.status === 'writing';

const setDraft = (queryClient: QueryClient, draft: StoryDraft): void =>
  void queryClient.setQueryData<StoryDraftResponse>(draftKeys.of(draft.projectId), { draft });

interface Growth {
  projectId: string;
  draftId: string;
  offset: number;
  text: string;
}

/** Appends a chunk to the story; refetches the story when a chunk was missed. */
function growDraft(queryClient: QueryClient, { projectId, draftId, offset, text }: Growth): void {
  const draft = queryClient.getQueryData<StoryDraftResponse>(draftKeys.of(projectId))?.draft;
  if (draft?.id === draftId && draft.text.length === offset)
    setDraft(queryClient, { ...draft, text: draft.text + text, status: 'writing' });
  else if (draft?.id !== draftId || draft.text.slice(offset, offset + text.length) !== text)
    void refreshDraft(queryClient, projectId);
}

/**
 * Milliseconds between polls of a story in progress: while the socket is down, and while it is connected, since a push
 * may get lost.
 */
const POLL_MS = 2_000;
const LOOK_MS = 15_000;

/** Reads the project's newest generated story; null when there is none, or the user has dismissed it. */
export function useStoryDraft(projectId: string) {
  const queryClient = useQueryClient();
  const isPushed = useSocketConnected();
  const queryKey = draftKeys.of(projectId);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = queryClient.getQueryData<StoryDraftResponse>(queryKey)?.draft;
      const schema = lazySchema('storyDraftResponseSchema');
      const answer = await apiRequest('GET', addressOf(queryKey), undefined, { schema, signal });
      // The finished story is now the project's, so the project is fetched first; otherwise the old story would flash
      // up in between.
      if (isOpen(before) && !isOpen(answer.draft)) {
        await queryClient.refetchQueries({ queryKey: projectKeys.one(projectId), exact: true });
      }
      return answer;
    },
    refetchInterval: ({ state }) => isOpen(state.data?.draft) && (isPushed ? LOOK_MS : POLL_MS),
  });
  return query.data?.draft ?? null;
}

/**
 * Generates a story from an idea.
 * @param saveStory saves the existing story; resolves to true once the server has its latest version, to false when
 * saving failed
 */
export async function writeStory(
  queryClient: QueryClient,
  projectId: string,
  wish: WriteStoryRequest,
  saveStory: () => Promise<boolean>,
): Promise<void> {
  requireSaved(await saveStory());
  try {
    const draft = await postOnce(`write-story/${projectId}`, `/api/projects/${projectId}/write-story`, wish, {
      schema: lazySchema('storyDraftSchema'),
    });
    setDraft(queryClient, draft);
  } finally {
    void refreshDraft(queryClient, projectId);
    void refreshBalance(queryClient);
  }
}

/** Cancels a story in progress; nothing is charged for it. */
export async function stopStory(queryClient: QueryClient, draft: StoryDraft): Promise<void> {
  await command(queryClient, draft, 'stop', 'Failed to stop writing');
  void refreshBalance(queryClient);
}

/** Makes the generated text the project's story. */
export const putStoryInPlace = (queryClient: QueryClient, draft: StoryDraft): Promise<void> =>
  command(queryClient, draft, 'use', 'Failed to use the new story');

/** Restores the previous story. */
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

/**
 * Asks the server to shorten the saved story to about `seconds` of speech. Nothing is replaced before `acceptShorter`.
 */
export async function abridgeStory(
  queryClient: QueryClient,
  projectId: string,
  { seconds, story }: { seconds: ShortFilm; story: string },
): Promise<{ abridgingId: string; story: string }> {
  try {
    return await postOnce(
      `abridge-story/${projectId}`,
      `/api/projects/${projectId}/abridge-story`,
      { seconds },
      { schema: lazySchema('abridgeStoryResponseSchema'), content: { seconds, story } },
    );
  } finally {
    void refreshBalance(queryClient);
  }
}

const changeStory = async (queryClient: QueryClient, projectId: string, step: string, body: object): Promise<void> => {
  const path = `/api/projects/${projectId}/abridge-story/${step}`;
  await apiRequest('POST', path, body, { schema: lazySchema('abridgedStorySchema') });
  await queryClient.refetchQueries({ queryKey: projectKeys.one(projectId), exact: true });
};

/** Makes the shortened story the project's story. */
export const acceptShorter = (
  queryClient: QueryClient,
  projectId: string,
  accepted: { abridgingId: string; story: string },
): Promise<void> => changeStory(queryClient, projectId, 'accept', accepted);

/** Restores the story that the shortened one replaced. */
export const undoShorter = (queryClient: QueryClient, projectId: string, abridgingId: string): Promise<void> =>
  changeStory(queryClient, projectId, 'undo', { abridgingId });

export async function dismissStory(queryClient: QueryClient, { projectId, id }: StoryDraft): Promise<void> {
  const path = `/api/projects/${projectId}/story-draft?draftId=${id}`;
  try {
    const answer = await apiRequest('DELETE', path, undefined, { schema: lazySchema('storyDraftResponseSchema') });
    queryClient.setQueryData(draftKeys.of(projectId), answer);
  } catch (error) {
    tellFailure('Failed to dismiss the draft', reasonOf(error));
    void refreshDraft(queryClient, projectId);
  }
}

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'storyDraftChanged') void refreshDraft(queryClient, message.projectId);
  if (message.type === 'storyDraftGrew') growDraft(queryClient, message);
}
