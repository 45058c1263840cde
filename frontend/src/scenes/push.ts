import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { refreshScenes } from './scene-cache';

/** Fields that are being edited keep the user's text: their autosave takes the new value as what is stored. */
export function onPush(message: PushMessage, queryClient: QueryClient): void {
  if (message.type === 'scenesChanged') void refreshScenes(queryClient, message.projectId);
}
