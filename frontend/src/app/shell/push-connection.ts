import type { QueryClient } from '@tanstack/react-query';
import { refreshAllButUser } from '../../domains/accounts/queries';
import { onPush as onBatchesPush } from '../../domains/batches/push';
import { onPush as onChatPush } from '../../domains/chat/push';
import { onPush as onDeletedPush } from '../../domains/deleted/push';
import { onPush as onFilmsPush } from '../../domains/films/push';
import { onPush as onImageJobsPush } from '../../domains/image-jobs/push';
import { createPushRouter } from '../../platform/push-router';
import { checkSession } from '../../platform/check-session';
import { retryFailedAutosaves } from '../../platform/autosave-registry';
import { openSocket } from '../../platform/socket-connection';
import { onPush as onPostsPush } from '../../domains/posts/push';
import { onPush as onProjectsPush } from '../../domains/projects/push';
import { onPush as onScenesPush } from '../../domains/scenes/push';
import { onPush as onSharingPush } from '../../domains/sharing/push';
import { onPush as onSpeechPush } from '../../domains/speech/push';
import { onPush as onStoriesPush } from '../../domains/stories/push';
import { onPush as onStuckPush } from '../../domains/stuck/push';
import { onPush as onStylesPush } from '../../domains/styles/push';
import { onPush as onVideosPush } from '../../domains/videos/push';
import { onPush as onZapsPush } from '../../domains/zaps/push';

const route = createPushRouter([
  onProjectsPush,
  onScenesPush,
  onDeletedPush,
  onImageJobsPush,
  onVideosPush,
  onSpeechPush,
  onFilmsPush,
  onSharingPush,
  onStylesPush,
  onZapsPush,
  onPostsPush,
  onChatPush,
  onStoriesPush,
  onBatchesPush,
  onStuckPush,
]);

/** Brings what the server tells into the cache; returns what ends that. */
export const openPushConnection = (queryClient: QueryClient, onConnectedChange: (connected: boolean) => void) =>
  openSocket({
    onConnectedChange,
    onMessage: (message) => route(message, queryClient),
    onMissed: () => {
      retryFailedAutosaves();
      void refreshAllButUser(queryClient);
    },
    onRefused: checkSession,
  });
