import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { growDraft } from './draft-cache';
import { refreshDraft } from './keys';

export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'storyDraftChanged') void refreshDraft(queryClient, message.projectId);
  if (message.type === 'storyDraftGrew') growDraft(queryClient, message);
}
