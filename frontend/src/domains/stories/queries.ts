import type { StoryDraftResponse } from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiRequest } from '../../platform/api-client';
import { lazySchema } from '../../platform/lazy-schema';
import { addressOf } from '../../platform/query-client';
import { useSocketConnected } from '../../platform/socket';
import { projectKeys } from '../projects/project-cache';
import { isOpen } from './draft-cache';
import { draftKeys } from './keys';

/** How often a story that is under way is asked for, without pushes and with them: one may be lost. Milliseconds. */
const POLL_MS = 2_000;
const LOOK_MS = 15_000;

/** The project's newest story that was asked for; null when there is none, or it was dismissed. */
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
      // What it became is in the project by now: the page goes from the one to the other without a glimpse of before.
      if (isOpen(before) && !isOpen(answer.draft)) {
        await queryClient.refetchQueries({ queryKey: projectKeys.one(projectId), exact: true });
      }
      return answer;
    },
    refetchInterval: ({ state }) => isOpen(state.data?.draft) && (isPushed ? LOOK_MS : POLL_MS),
  });
  return query.data?.draft ?? null;
}
