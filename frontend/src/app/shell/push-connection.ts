import type { QueryClient } from '@tanstack/react-query';
import { refreshAllButUser } from '../../features/account/api';
import { onPush as onArchivePush } from '../../features/account/archive-api';
import { onPush as onBatchesPush } from '../../features/batches/batch-watch';
import { onPush as onCastLibraryPush } from '../../features/cast/library';
import { onPush as onChatPush } from '../../features/research/api';
import { onPush as onDeletedPush } from '../../features/projects/deleted';
import { onPush as onFilmsPush } from '../../features/film/api';
import { onPush as onImageJobsPush } from '../../features/pictures/images/image-job-tracker';
import { checkSession, createPushRouter, openSocket } from '../../platform/realtime/push-socket';
import { retryFailedAutosaves } from '../../platform/autosave/autosave-registry';
import { onPush as onPostsPush } from '../../features/posts/api';
import { onPush as onProjectsPush } from '../../features/projects/api';
import { onPush as onScenesPush } from '../../features/scenes/api';
import { onPush as onSharingPush } from '../../features/sharing/api';
import { onPush as onSpeechPush } from '../../features/narration/api';
import { onPush as onStoriesPush } from '../../features/story/api';
import { onPush as onStuckPush } from '../../features/runs/stuck';
import { onPush as onStylesPush } from '../../features/styles/api';
import { onPush as onVideosPush } from '../../features/pictures/clips/prediction-tracker';
import { onPush as onZapsPush } from '../../features/zaps/api';

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
  onCastLibraryPush,
  onZapsPush,
  onPostsPush,
  onChatPush,
  onStoriesPush,
  onBatchesPush,
  onStuckPush,
  onArchivePush,
]);

/** Applies the server's push messages to the cache; returns a stop function. */
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
