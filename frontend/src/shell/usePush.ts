import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onPush as onImageJobsPush } from '../image-jobs/push';
import { userKey } from '../platform/query-client';
import { createPushRouter } from '../platform/push-router';
import { connectSocket } from '../platform/socket';
import { onPush as onProjectsPush } from '../projects/push';
import { onPush as onScenesPush } from '../scenes/push';
import { onPush as onStylesPush } from '../styles/push';
import { onPush as onVideosPush } from '../videos/push';
import { onPush as onZapsPush } from '../zaps/push';

const route = createPushRouter([onProjectsPush, onScenesPush, onImageJobsPush, onVideosPush, onStylesPush, onZapsPush]);

/** Keeps what is on screen as new as the server while somebody is signed in. */
export function usePush(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      connectSocket({
        onMessage: (message) => route(message, queryClient),
        onReconnect: () =>
          void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey[0] }),
      }),
    [queryClient],
  );
}
