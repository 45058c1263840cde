import type { StoryDraft, StoryDraftResponse } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { draftKeys, refreshDraft } from './keys';

/** Under way: it is going to change by itself. */
export const isOpen = (draft: StoryDraft | null | undefined): draft is StoryDraft =>
  draft?.status === 'pending' || draft?.status === 'writing';

export const setDraft = (queryClient: QueryClient, draft: StoryDraft): void =>
  void queryClient.setQueryData<StoryDraftResponse>(draftKeys.of(draft.projectId), { draft });

interface Growth {
  projectId: string;
  draftId: string;
  offset: number;
  text: string;
}

/** More of a story. What was missed in between is read from the server. */
export function growDraft(queryClient: QueryClient, { projectId, draftId, offset, text }: Growth): void {
  const draft = queryClient.getQueryData<StoryDraftResponse>(draftKeys.of(projectId))?.draft;
  if (draft?.id === draftId && draft.text.length === offset)
    setDraft(queryClient, { ...draft, text: draft.text + text, status: 'writing' });
  else if (draft?.id !== draftId || draft.text.slice(offset, offset + text.length) !== text)
    void refreshDraft(queryClient, projectId);
}
